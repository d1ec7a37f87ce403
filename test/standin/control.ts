import { z } from 'zod'
import type { AppStandIn } from './app.ts'
import type { BrowserWindowStandIn } from './browser-window.ts'
import { choose, someChoicesSchema } from './choices.ts'
import type { ClipboardParts } from './clipboard.ts'
import type { Desk } from './desk.ts'
import type { GlobalShortcutParts } from './global-shortcut.ts'
import type { IpcMainStandIn, IpcRecord } from './ipc.ts'
import { type MenuStandIn, viewMenu } from './menu.ts'
import type { NativeThemeStandIn } from './native-theme.ts'
import type { NotificationCentre } from './notification.ts'
import type { PowerSaveBlockerParts } from './power-save-blocker.ts'
import { createEvent } from './strict.ts'
import type { NetworkStandIn, PowerMonitorStandIn } from './system.ts'
import type { Timers } from './timers.ts'

/** The requests of a driver, each a message over the IPC channel to the process that it started. */
export const requestSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('endpoint') }),
  z.object({ op: z.literal('choose'), choices: someChoicesSchema }),
  z.object({ op: z.literal('windows') }),
  z.object({ op: z.literal('trays') }),
  /** Opens the menu and what is on the way to the item, and chooses it. */
  z.object({ op: z.literal('clickTray'), path: z.array(z.string()) }),
  z.object({ op: z.literal('openTray'), path: z.array(z.string()) }),
  z.object({ op: z.literal('closeTray') }),
  /** Chooses in the menu that is open. Answers whether the click reached the app. */
  z.object({ op: z.literal('chooseTray'), label: z.string() }),
  z.object({ op: z.literal('emitTray'), event: z.enum(['click', 'right-click', 'double-click']) }),
  z.object({ op: z.literal('dialogs') }),
  z.object({ op: z.literal('answerDialog'), id: z.number(), button: z.number() }),
  z.object({ op: z.literal('notifications') }),
  z.object({ op: z.literal('clickNotification'), id: z.number() }),
  z.object({ op: z.literal('pressNotification'), id: z.number(), button: z.number() }),
  z.object({ op: z.literal('askedForNotifications') }),
  z.object({ op: z.literal('activateToast'), details: z.object({ type: z.string(), arguments: z.string() }) }),
  z.object({ op: z.literal('openedLinks') }),
  z.object({ op: z.literal('places') }),
  /** The menu that a window popped up last. */
  z.object({ op: z.literal('popup') }),
  z.object({ op: z.literal('setTheme'), scheme: z.enum(['light', 'dark']) }),
  z.object({ op: z.literal('powerEvent'), event: z.string() }),
  z.object({ op: z.literal('powerSaveBlockers') }),
  z.object({ op: z.literal('clipboard') }),
  /** A person copies something in another program. */
  z.object({ op: z.literal('copyText'), text: z.string() }),
  z.object({ op: z.literal('setOnline'), isOnline: z.boolean() }),
  z.object({ op: z.literal('passTime'), ms: z.number() }),
  z.object({ op: z.literal('passAwake'), ms: z.number() }),
  z.object({ op: z.literal('hurry'), ms: z.number() }),
  z.object({ op: z.literal('pressShortcut'), accelerator: z.string() }),
  z.object({ op: z.literal('takeShortcut'), accelerator: z.string() }),
  z.object({ op: z.literal('openUrl'), url: z.string() }),
  z.object({ op: z.literal('secondInstance'), argv: z.array(z.string()) }),
  z.object({ op: z.literal('ipcTraffic') }),
  z.object({
    op: z.literal('invokeFrom'),
    windowId: z.number(),
    frameUrl: z.string(),
    channel: z.string(),
    args: z.string(),
  }),
  z.object({ op: z.literal('closeWindow'), id: z.number() }),
  z.object({ op: z.literal('crashWindow'), id: z.number() }),
  z.object({ op: z.literal('sizeWindow'), id: z.number(), to: z.enum(['maximized', 'full-screen']) }),
  /** Tells the preload where the files of a drop that is to come are, as the system would. */
  z.object({ op: z.literal('noteDrop'), id: z.number(), paths: z.array(z.string()) }),
  z.object({ op: z.literal('quit') }),
])
export type ControlRequest = z.infer<typeof requestSchema>

export type WindowView = {
  readonly id: number
  readonly targetId: string | null
  readonly isVisible: boolean
  readonly isFocused: boolean
  readonly isMaximized: boolean
  readonly isFullScreen: boolean
  readonly bounds: { x: number; y: number; width: number; height: number }
  readonly url: string
  readonly title: string
}

export type ControlDeps = {
  readonly app: AppStandIn
  readonly desk: Desk
  readonly ipcMain: IpcMainStandIn
  readonly nativeTheme: NativeThemeStandIn
  readonly powerMonitor: PowerMonitorStandIn
  readonly blockers: PowerSaveBlockerParts
  readonly clipboard: ClipboardParts
  readonly notificationCentre: NotificationCentre
  popup(): MenuStandIn | null
  readonly network: NetworkStandIn
  readonly shortcuts: GlobalShortcutParts
  readonly timers: Timers
  readonly traffic: readonly IpcRecord[]
  windows(): readonly BrowserWindowStandIn[]
  endpoint(): Promise<string | undefined>
}

/** Answers first, since the action may end the process. */
function afterAnswer<T>(target: T, act: (target: T) => void): void {
  setImmediate(() => act(target))
}

/** Moves the wall clock of this process; timers are not affected. */
function passTime(ms: number): void {
  const before = Date.now
  Date.now = () => before() + ms
}

/** The same with the clock that only grows, as if the computer had been awake meanwhile. */
function passAwake(ms: number): void {
  const before = performance.now.bind(performance)
  performance.now = () => before() + ms
  passTime(ms)
}

/** Answers the driver that started this process. */
export function serveControl(deps: ControlDeps): void {
  const { app, desk, ipcMain, nativeTheme, powerMonitor, traffic } = deps

  function windowOf(id: number): BrowserWindowStandIn {
    const window = deps.windows().find((candidate) => candidate.id === id)
    if (window === undefined) throw new Error(`there is no window ${id}`)
    return window
  }

  function view(window: BrowserWindowStandIn): WindowView {
    return {
      id: window.id,
      targetId: window.webContents._page?.targetId ?? null,
      isVisible: window.isVisible(),
      isFocused: window.isFocused(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
      bounds: window.getBounds(),
      url: window.webContents.getURL(),
      title: window.getTitle(),
    }
  }

  function tray() {
    const [first] = desk.trays
    if (first === undefined) throw new Error('there is no tray')
    return first
  }

  /** Windows tells the end of a session to windows alone. */
  function tellPower(event: string): void {
    if (event !== 'shutdown' || process.platform !== 'win32') powerMonitor.emit(event)
    else for (const window of deps.windows()) window.emit('session-end', createEvent({}))
  }

  function chooseTray(label: string): boolean {
    const click = tray().choose(label)
    if (click !== null) afterAnswer(click, (run) => run())
    return click !== null
  }

  /** A call as a compromised page could make it, from any of a window's frames. */
  async function invokeFrom({ windowId, frameUrl, channel, args }: Extract<ControlRequest, { op: 'invokeFrom' }>) {
    const { webContents } = windowOf(windowId)
    const frame = webContents._page?.frames.all().find((candidate) => candidate.url === frameUrl)
    if (frame === undefined) throw new Error(`there is no frame at ${frameUrl}`)
    return ipcMain.invoke(webContents, frame, channel, ipcMain._decode(args))
  }

  function answerDialog(id: number, button: number): void {
    const box = desk.boxes.get(id)
    if (box === undefined) throw new Error(`there is no dialog ${id}`)
    box.answer(button)
  }

  const answers: { [Op in ControlRequest['op']]: (request: Extract<ControlRequest, { op: Op }>) => unknown } = {
    endpoint: () => deps.endpoint(),
    choose: ({ choices }) => choose(choices),
    windows: () => deps.windows().map(view),
    trays: () => [...desk.trays].map((entry) => entry.view()),
    clickTray({ path }) {
      tray().open(path.slice(0, -1))
      return chooseTray(path.at(-1) ?? '')
    },
    openTray: ({ path }) => tray().open(path),
    closeTray: () => tray().close(),
    chooseTray: ({ label }) => chooseTray(label),
    emitTray: ({ event }) => void tray().emit(event),
    dialogs: () => [...desk.boxes.values()].map((box) => box.view),
    answerDialog: ({ id, button }) => answerDialog(id, button),
    notifications: () => [...desk.notifications.values()].map((notification) => notification.view()),
    clickNotification: ({ id }) => desk.notifications.get(id)?.click(),
    pressNotification: ({ id, button }) => desk.notifications.get(id)?.press(button),
    activateToast: ({ details }) => void deps.notificationCentre.activated(details),
    askedForNotifications: () => deps.notificationCentre.hasAsked(),
    openedLinks: () => desk.openedLinks,
    places: () => app._places(),
    popup: () => viewMenu(deps.popup()),
    setTheme: ({ scheme }) => nativeTheme._setSystem(scheme),
    powerEvent: ({ event }) => tellPower(event),
    powerSaveBlockers: () => deps.blockers.held(),
    clipboard: () => deps.clipboard.view(),
    copyText: ({ text }) => deps.clipboard.clipboard.writeText(text),
    setOnline: ({ isOnline }) => deps.network.setOnline(isOnline),
    passTime: ({ ms }) => passTime(ms),
    passAwake: ({ ms }) => passAwake(ms),
    hurry({ ms }) {
      passAwake(ms)
      deps.timers.hurry(ms)
    },
    pressShortcut: ({ accelerator }) => deps.shortcuts.press(accelerator),
    takeShortcut: ({ accelerator }) => deps.shortcuts.take(accelerator),
    openUrl: ({ url }) => void app.emit('open-url', createEvent({}), url),
    secondInstance: ({ argv }) => void app.emit('second-instance', createEvent({}), argv, process.cwd(), {}),
    ipcTraffic: () => traffic,
    invokeFrom,
    closeWindow: ({ id }) => afterAnswer(windowOf(id), (window) => window.close()),
    // The answer never comes, since the page dies of the call.
    crashWindow: ({ id }) =>
      void windowOf(id)
        .webContents._page?.session.send('Page.crash')
        .catch(() => undefined),
    sizeWindow: ({ id, to }) => (to === 'maximized' ? windowOf(id).maximize() : windowOf(id).setFullScreen(true)),
    noteDrop: ({ id, paths }) => windowOf(id).webContents._page?.noteDrop(paths),
    quit: () => afterAnswer(app, () => app.quit()),
  }

  process.on('message', (message) => {
    const { id, request } = z.object({ id: z.number(), request: requestSchema }).parse(message)
    // The table pairs each operation with its own request; TypeScript cannot follow the index.
    const answer = answers[request.op] as (given: ControlRequest) => unknown
    const answering = async () => answer(request)
    answering().then(
      (value) => process.send?.({ id, ok: true, value }),
      (failure: unknown) => process.send?.({ id, ok: false, message: String(failure) }),
    )
  })
  // The driver has gone, so nobody could end this process any more.
  process.once('disconnect', () => process.exit(1))
}
