/**
 * What `import 'electron'` gives the main process when it runs on the stand-in. Electron's API is one object
 * for each process, and so is this: the one place that keeps such state.
 */
import { resolve } from 'node:path'
import type * as Electron from 'electron'
import { createAddresses } from './addresses.ts'
import { AppStandIn } from './app.ts'
import { AutoUpdaterStandIn } from './auto-updater.ts'
import type { Browser } from './browser.ts'
import { createBrowser } from './browser.ts'
import { BrowserWindowStandIn, type WindowHost } from './browser-window.ts'
import { choices } from './choices.ts'
import type { Chromium } from './chromium.ts'
import { launchChromium } from './chromium.ts'
import { ClipboardItemStandIn, createClipboard } from './clipboard.ts'
import { serveControl } from './control.ts'
import { createDesk } from './desk.ts'
import { showDeskWindow } from './desk-window.ts'
import { createDialog } from './dialog.ts'
import { createGlobalShortcut } from './global-shortcut.ts'
import { IpcMainStandIn, type IpcRecord } from './ipc.ts'
import { describeEnd } from './last-words.ts'
import { createMenu, MenuItemStandIn } from './menu.ts'
import { nativeImage, type StandInImage } from './native-image.ts'
import { NativeThemeStandIn } from './native-theme.ts'
import { createNotificationCentre, NotificationStandIn } from './notification.ts'
import { createPermissions } from './permissions.ts'
import { createPowerSaveBlocker } from './power-save-blocker.ts'
import { createProtocol } from './protocol.ts'
import { createSafeStorage } from './safe-storage.ts'
import { createSession } from './session.ts'
import { createShell } from './shell.ts'
import { unimplemented } from './strict.ts'
import { createNet, PowerMonitorStandIn, ScreenStandIn } from './system.ts'
import { takeTimers } from './timers.ts'
import { TrayStandIn } from './tray.ts'
import { WebContents } from './web-contents.ts'

// Electron's own place for what stands beside the app's code.
Object.defineProperty(process, 'resourcesPath', { value: choices.resources, enumerable: true })
Object.defineProperty(process, 'defaultApp', {
  value: (choices.isDefaultApp && !choices.isPackaged) || undefined,
  enumerable: true,
})

const isDriven = process.env.SERVERTRAY_STANDIN_CONTROL === '1' && process.send !== undefined
const windows = new Set<BrowserWindowStandIn>()
const traffic: IpcRecord[] = []
const desk = createDesk()
desk.isWatched = isDriven

const chromium = Promise.withResolvers<Chromium>()
const browser = Promise.withResolvers<Browser>()
for (const { promise } of [chromium, browser]) promise.catch(() => undefined)
let hasDisplay = false
let lastContentsId = 0

const appHost = { windows: () => [...windows] }
export const app = new AppStandIn(appHost, resolve(process.argv[1] ?? '.'))
const protocolParts = createProtocol(() => app.isReady())
export const { protocol } = protocolParts
const addresses = createAddresses(() => protocolParts.schemes())
export const ipcMain = new IpcMainStandIn((record) => {
  if (isDriven) traffic.push(record)
})
const permissions = createPermissions()
const sessionParts = createSession(
  protocol,
  permissions,
  (id) => [...windows].find((window) => window.id === id)?.webContents,
)
export const { session } = sessionParts
export const nativeTheme = new NativeThemeStandIn(() => {
  for (const window of windows) void window.webContents._page?.setColorScheme(nativeTheme.scheme)
})
const shortcuts = createGlobalShortcut()
export const { globalShortcut } = shortcuts
export const autoUpdater = new AutoUpdaterStandIn(appHost, () => app.quit())
export const powerMonitor = new PowerMonitorStandIn()
const blockers = createPowerSaveBlocker()
export const { powerSaveBlocker } = blockers
const clipboardParts = createClipboard()
export const { clipboard } = clipboardParts
const timers = takeTimers(() => blockers.held().length > 0)
const network = createNet()
export const { net } = network
export const screen = new ScreenStandIn()
export const safeStorage = createSafeStorage(app)
export const dialog = createDialog(desk)
export const shell = createShell({ desk, isDriven, hasDisplay: () => hasDisplay })
export const Menu = createMenu(app, () => [...windows].find((window) => window.isFocused())?.close())

const windowHost: WindowHost = {
  createContents() {
    lastContentsId += 1
    const contents = new WebContents({ id: lastContentsId, session: session.defaultSession, addresses, ipcMain })
    app.emit('web-contents-created', {}, contents)
    return contents
  },
  async openPage(contents, options, events) {
    const { lastWords } = await chromium.promise
    const opened = await browser.promise
    return opened.open(
      contents,
      { ...options, colorScheme: nativeTheme.scheme },
      {
        ...events,
        crashed(how) {
          console.error(describeEnd({ what: `The page ${contents.getURL()}`, how, said: lastWords() }))
          events.crashed(how)
        },
      },
    )
  },
  created(window) {
    windows.add(window)
    app.emit('browser-window-created', {}, window)
  },
  focused(window) {
    for (const other of windows) if (other !== window) other.blur()
  },
  workArea: () => screen.getPrimaryDisplay().workArea,
  gone(window) {
    windows.delete(window)
    for (const other of [...windows]) if (other._goesWith(window)) other.destroy()
  },
  closed: () => app._windowClosed(),
}

export class BrowserWindow extends BrowserWindowStandIn {
  constructor(options?: Electron.BrowserWindowConstructorOptions) {
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    super(windowHost, options)
  }

  static getAllWindows(): BrowserWindowStandIn[] {
    return [...windows]
  }

  static getFocusedWindow(): BrowserWindowStandIn | null {
    return [...windows].find((window) => window.isFocused()) ?? null
  }

  static fromId(id: number): BrowserWindowStandIn | null {
    return [...windows].find((window) => window.id === id) ?? null
  }
}

export class Tray extends TrayStandIn {
  constructor(image: StandInImage | string, guid?: string) {
    super(desk, image, guid)
  }
}

const notificationCentre = createNotificationCentre()

export class Notification extends NotificationStandIn {
  constructor(options?: Electron.NotificationConstructorOptions) {
    super(desk, options, notificationCentre)
  }

  /** Only where somebody can see them. */
  static isSupported(): boolean {
    notificationCentre.reach()
    return desk.isWatched
  }

  static handleActivation(callback: (details: Electron.ActivationArguments) => void): void {
    notificationCentre.handleActivation(callback)
  }

  /** Of an earlier run nothing is left here. */
  static async getHistory(): Promise<NotificationStandIn[]> {
    notificationCentre.reach()
    return []
  }
}

async function start(): Promise<void> {
  const launched = await launchChromium({ withEndpoint: isDriven })
  launched.onEnd((how) => {
    const pages = [...windows].map(({ webContents }) => webContents.getURL()).join(', ')
    const what = `Chromium, which showed ${pages === '' ? 'no page' : pages},`
    console.error(describeEnd({ what, how, said: launched.lastWords() }))
    app.exit(1)
  })
  chromium.resolve(launched)
  hasDisplay = launched.isHeaded
  const opened = await createBrowser(launched, addresses, permissions, {
    beforeRequest: sessionParts.beforeRequest,
    handlerOf: protocolParts.handlerOf,
  })
  screen._setSize(await opened.screenSize())
  browser.resolve(opened)
  if (!isDriven && (hasDisplay || process.env.SERVERTRAY_STANDIN_DESK === '1')) await showDeskWindow(desk, opened, app)
  app._becomeReady()
}

// Electron's main process survives an unhandled rejection; where the app does not listen, it is logged.
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') === 1) console.error('Unhandled promise rejection:', reason)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    // A listener of the app's takes the place of Electron's own.
    if (process.listenerCount(signal) > 0) return
    process.once(signal, () => process.exit(1))
    app.quit()
  })
}

if (isDriven) {
  serveControl({
    app,
    desk,
    ipcMain,
    nativeTheme,
    powerMonitor,
    blockers,
    clipboard: clipboardParts,
    notificationCentre,
    popup: () => Menu._popup(),
    network,
    shortcuts,
    timers,
    traffic,
    windows: () => [...windows],
    endpoint: async () => (await chromium.promise).endpoint,
  })
}

// The app's own module runs first: it sets its name, asks for the single-instance lock, and may quit before a browser
// starts.
setImmediate(() => {
  start().catch((failure: unknown) => {
    const reason = failure instanceof Error ? failure.message : String(failure)
    console.error(`The stand-in could not start Chromium: ${reason}`)
    process.exit(1)
  })
})

const implemented = {
  app,
  autoUpdater,
  BrowserWindow,
  ClipboardItem: ClipboardItemStandIn,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem: MenuItemStandIn,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} satisfies { [Name in keyof typeof Electron]?: unknown }

// An ES module must declare its exports, so missing parts of Electron are exported too, and throw when used.
export const BaseWindow = unimplemented('BaseWindow')
export const crashReporter = unimplemented('crashReporter')
export const desktopCapturer = unimplemented('desktopCapturer')
export const netLog = unimplemented('netLog')
export const systemPreferences = unimplemented('systemPreferences')
export const utilityProcess = unimplemented('utilityProcess')
export const webContents = unimplemented('webContents')
export const WebContentsView = unimplemented('WebContentsView')
export const webFrameMain = unimplemented('webFrameMain')
export const contextBridge = undefined
export const ipcRenderer = undefined

export const { ClipboardItem, MenuItem } = implemented
export { nativeImage }
// biome-ignore lint/style/noDefaultExport: packages import Electron by its default export.
export default implemented
