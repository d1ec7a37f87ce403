import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme } from 'electron'
import type { Clock } from '../lib/clock.ts'
import { appOrigin } from '../security/origin.ts'
import { offerTextMenu } from './text-menu.ts'

/** What every window of the app is made with. */
export type PageParts = {
  readonly preload: string
  readonly icon: string
  readonly platform: NodeJS.Platform
  readonly clock: Pick<Clock, 'after'>
  /** Wayland's desktops bring no window forward by a program's wish. */
  readonly onWayland: boolean
  /** Told of each window that is made. */
  readonly onMade?: (window: BrowserWindow) => void
}

/** What becomes of a page that a window loses; pages by the ids of their web contents. */
export type PageLife = {
  /**
   * Holds a window's close back where what its page has would be lost, and asks; false where it may go.
   * @param window its page, and how it goes when the person said yes
   */
  readonly holdsClose: (
    event: { preventDefault(): void },
    window: { readonly pageId: number; readonly close: () => void },
  ) => boolean
  /** The page has crashed; `onGone` follows. */
  readonly onCrash: (pageId: number, reason: string) => void
  readonly onGone: (pageId: number) => void
}

/** Window background by theme, so that nothing flashes before the first paint. */
const background = { light: '#ffffff', dark: '#1b1f24' }

/** How long a window that does not paint is waited for, in milliseconds. */
const paintsWithinMs = 2_000

/**
 * Shows a window at its first paint, and one that does not paint all the same. On Wayland a hidden one may never paint
 * (electron#48859), so there it is enough that its page has loaded.
 */
function showSoon(made: BrowserWindow, { clock, onWayland }: PageParts, isMaximized: boolean): void {
  let waits = true
  const end = () => {
    waits = false
    cancel()
  }
  const show = () => {
    if (!waits) return
    end()
    // This shows it as well, so that it is not seen small first.
    if (isMaximized) made.maximize()
    made.show()
  }
  const cancel = clock.after(paintsWithinMs, show)
  made.once('ready-to-show', show)
  if (onWayland) made.webContents.once('did-finish-load', show)
  made.once('show', () => {
    // Brought forward before that.
    if (waits && isMaximized) made.maximize()
    end()
  })
  made.once('closed', end)
}

/**
 * A window with the app's own page. One whose page has died shows nothing any more, and goes.
 * @param page which view of the page; what is called once the window has gone, and before that where the page has died
 */
export function openPageWindow(
  parts: PageParts,
  options: BrowserWindowConstructorOptions,
  page: { hash?: string; isMaximized?: boolean; onClosed: () => void; onCrash?: (reason: string) => void },
): BrowserWindow {
  const { preload, icon, onMade } = parts
  const made = new BrowserWindow({
    ...options,
    show: false,
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  // Its shortcuts work all the same.
  made.setMenuBarVisibility(false)
  offerTextMenu(made)
  onMade?.(made)
  showSoon(made, parts, page.isMaximized ?? false)
  made.webContents.on('render-process-gone', (_event, { reason }) => {
    if (made.isDestroyed()) return
    // One that ended by itself has not crashed, but answers no question any more either.
    if (reason !== 'clean-exit') page.onCrash?.(reason)
    made.destroy()
  })
  made.on('closed', page.onClosed)
  void made.loadURL(`${appOrigin}/index.html${page.hash ?? ''}`)
  return made
}

/**
 * Hides a window at once, which goes a moment later: Electron has crashed where one went while it was told that it lost
 * the focus, and without a tray the app ends with its last window, before what follows has opened its own.
 */
export function hideAndGo(window: BrowserWindow): void {
  window.hide()
  setImmediate(() => {
    if (!window.isDestroyed()) window.destroy()
  })
}

type Raised = Pick<BrowserWindow, 'isMinimized' | 'isVisible' | 'isFocused' | 'restore' | 'hide' | 'show' | 'focus'>

/**
 * Brings a window forward, wherever it is. A click in the tray gives no leave for that on Wayland, where a window that is
 * covered would stay so: hidden and shown again it is a new one, which desktops put in front.
 */
export function bringForward(window: Raised, onWayland: boolean): void {
  if (window.isMinimized()) window.restore()
  if (onWayland && window.isVisible() && !window.isFocused()) window.hide()
  window.show()
  window.focus()
}
