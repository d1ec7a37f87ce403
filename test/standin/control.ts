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

/**
 * An operation of a driver.
 * @param shape what it is given
 */
const operation = <Shape extends z.ZodRawShape, Answer>(
  shape: Shape,
  run: (given: z.infer<z.ZodObject<Shape>>) => Answer,
) => {
  const schema = z.object(shape)
  return { schema, run: (given: unknown) => run(schema.parse(given)) }
}
/** One that is given nothing. */
const question = <Answer>(run: () => Answer) => ({ schema: z.unknown(), run: (_given: unknown) => run() })

const [text, number] = [z.string(), z.number()]
const path = { path: z.array(text) }
const label = { label: text }
const id = { id: number }
const ms = { ms: number }
const accelerator = { accelerator: text }

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

type Parts = {
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

/** What a driver asks and orders, each a message over the IPC channel to the process that it started. */
function createOperations(parts: Parts) {
  const { app, desk, ipcMain, nativeTheme, powerMonitor, traffic, blockers, clipboard, network, shortcuts } = parts

  function windowOf(id: number): BrowserWindowStandIn {
    const window = parts.windows().find((candidate) => candidate.id === id)
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

  /** Whether the click reached the app. */
  function chooseTray(label: string): boolean {
    const click = tray().choose(label)
    if (click !== null) afterAnswer(click, (run) => run())
    return click !== null
  }

  return {
    endpoint: question(() => parts.endpoint()),
    choose: operation({ choices: someChoicesSchema }, ({ choices }) => choose(choices)),
    windows: question(() => parts.windows().map(view)),
    trays: question(() => [...desk.trays].map((entry) => entry.view())),
    /** Opens the menu and what is on the way to the item, and chooses it. */
    clickTray: operation(path, ({ path }) => {
      tray().open(path.slice(0, -1))
      return chooseTray(path.at(-1) ?? '')
    }),
    openTray: operation(path, ({ path }) => tray().open(path)),
    closeTray: question(() => tray().close()),
    /** Chooses in the menu that is open. */
    chooseTray: operation(label, ({ label }) => chooseTray(label)),
    emitTray: operation(
      { event: z.enum(['click', 'right-click', 'double-click']) },
      ({ event }) => void tray().emit(event),
    ),
    dialogs: question(() => [...desk.boxes.values()].map((box) => box.view)),
    answerDialog: operation({ ...id, button: number }, ({ id, button }) => {
      const box = desk.boxes.get(id)
      if (box === undefined) throw new Error(`there is no dialog ${id}`)
      box.answer(button)
    }),
    notifications: question(() => [...desk.notifications.values()].map((notification) => notification.view())),
    clickNotification: operation(id, ({ id }) => desk.notifications.get(id)?.click()),
    pressNotification: operation({ ...id, button: number }, ({ id, button }) =>
      desk.notifications.get(id)?.press(button),
    ),
    activateToast: operation(
      { details: z.object({ type: text, arguments: text }) },
      ({ details }) => void parts.notificationCentre.activated(details),
    ),
    askedForNotifications: question(() => parts.notificationCentre.hasAsked()),
    openedLinks: question((): readonly string[] => desk.openedLinks),
    places: question(() => app._places()),
    /** The menu that a window popped up last. */
    popup: question(() => viewMenu(parts.popup())),
    setTheme: operation({ scheme: z.enum(['light', 'dark']) }, ({ scheme }) => nativeTheme._setSystem(scheme)),
    /** Windows tells the end of a session to windows alone. */
    powerEvent: operation({ event: text }, ({ event }) => {
      if (event !== 'shutdown' || process.platform !== 'win32') powerMonitor.emit(event)
      else for (const window of parts.windows()) window.emit('session-end', createEvent({}))
    }),
    powerSaveBlockers: question((): readonly string[] => blockers.held()),
    clipboard: question(() => clipboard.view()),
    /** A person copies something in another program. */
    copyText: operation({ text }, ({ text }) => clipboard.clipboard.writeText(text)),
    setOnline: operation({ isOnline: z.boolean() }, ({ isOnline }) => network.setOnline(isOnline)),
    passTime: operation(ms, ({ ms }) => passTime(ms)),
    passAwake: operation(ms, ({ ms }) => passAwake(ms)),
    hurry: operation(ms, ({ ms }) => {
      passAwake(ms)
      parts.timers.hurry(ms)
    }),
    pressShortcut: operation(accelerator, ({ accelerator }) => shortcuts.press(accelerator)),
    takeShortcut: operation(accelerator, ({ accelerator }) => shortcuts.take(accelerator)),
    openUrl: operation({ url: text }, ({ url }) => void app.emit('open-url', createEvent({}), url)),
    secondInstance: operation(
      { argv: z.array(text) },
      ({ argv }) => void app.emit('second-instance', createEvent({}), argv, process.cwd(), {}),
    ),
    ipcTraffic: question(() => traffic),
    /**
     * A call as a compromised page could make it, from any of a window's frames. Arguments and value are as the clone codec
     * writes them.
     */
    invokeFrom: operation(
      { windowId: number, frameUrl: text, channel: text, args: text },
      async ({ windowId, frameUrl, channel, args }): Promise<{ value: string } | { error: string }> => {
        const { webContents } = windowOf(windowId)
        const frame = webContents._page?.frames.all().find((candidate) => candidate.url === frameUrl)
        if (frame === undefined) throw new Error(`there is no frame at ${frameUrl}`)
        return ipcMain.invoke(webContents, frame, channel, ipcMain._decode(args))
      },
    ),
    closeWindow: operation(id, ({ id }) => afterAnswer(windowOf(id), (window) => window.close())),
    // The answer never comes, since the page dies of the call.
    crashWindow: operation(
      id,
      ({ id }) =>
        void windowOf(id)
          .webContents._page?.session.send('Page.crash')
          .catch(() => undefined),
    ),
    sizeWindow: operation({ ...id, to: z.enum(['maximized', 'full-screen']) }, ({ id, to }) =>
      to === 'maximized' ? windowOf(id).maximize() : windowOf(id).setFullScreen(true),
    ),
    /** Tells the preload where the files of a drop that is to come are, as the system would. */
    noteDrop: operation({ ...id, paths: z.array(text) }, ({ id, paths }) =>
      windowOf(id).webContents._page?.noteDrop(paths),
    ),
    quit: question(() => afterAnswer(app, () => app.quit())),
  }
}

type Operations = ReturnType<typeof createOperations>
export type ControlOperation = keyof Operations
export type ControlRequest<Op extends ControlOperation> = { readonly op: Op } & z.infer<Operations[Op]['schema']>
export type ControlReply<Op extends ControlOperation> = Awaited<ReturnType<Operations[Op]['run']>>

/** Answers the driver that started this process. */
export function serveControl(parts: Parts): void {
  const operations = createOperations(parts)
  const names = z.enum(Object.keys(operations) as [ControlOperation, ...ControlOperation[]])
  const messageSchema = z.object({ id: number, request: z.looseObject({ op: names }) })

  process.on('message', (message) => {
    const { id, request } = messageSchema.parse(message)
    const answering = async () => operations[request.op].run(request)
    answering().then(
      (value) => process.send?.({ id, ok: true, value }),
      (failure: unknown) => process.send?.({ id, ok: false, message: String(failure) }),
    )
  })
  // The driver has gone, so nobody could end this process any more.
  process.once('disconnect', () => process.exit(1))
}
