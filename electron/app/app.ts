import { join } from 'node:path'
import { app, dialog, Menu, protocol, session } from 'electron'
import type { Core } from '../core/core.ts'
import { type DeepLink, type Links, linkScheme, linksOf, requestOf } from '../deep-links/links.ts'
import { disposeInReverse, handlersOf } from '../ipc/feature.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { appImageOf } from '../lib/profile.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import { notificationOfLink } from '../notify/policy.ts'
import { serveAsset } from '../security/assets.ts'
import { hardenPages, hardenSession } from '../security/harden.ts'
import { appScheme } from '../security/origin.ts'
import { wasOpenedAtLogin } from '../start-at-login/login-item.ts'
import { createTray } from '../tray/controller.ts'
import { guidOf } from '../tray/guid.ts'
import { watchTrayHost } from '../tray/host/tray-host.ts'
import { loadTrayIcons } from '../tray/icon.ts'
import type { TrayCommand } from '../tray/menu.ts'
import { applicationMenu } from '../windows/application-menu.ts'
import { createDockIcon } from '../windows/dock-icon.ts'
import { createAppCore } from './app-core.ts'
import { crashNotice, takeCrash } from './crash.ts'
import { createInstalledApp } from './installed-app.ts'
import { type JumpTask, keepJumpList } from './jump-list.ts'
import { keepAwakeWhileBusy } from './keep-awake.ts'
import { followLook, type Look } from './look.ts'
import { createMenuEntry } from './menu-entry.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import { connectPages } from './page-calls.ts'
import { handleQuit } from './quit/quit.ts'
import { plannedOf, unsentOf } from './quit/quit-guard.ts'
import { createShortcutFeature, isWayland } from './shortcut.ts'
import { type StartOptions, startOptions } from './start-options.ts'
import { watchSystem } from './system-events.ts'
import { createTrayCommands } from './tray-commands.ts'
import { createWindows, type Windows } from './windows.ts'

/** The built files beside this bundle. */
const out = join(import.meta.dirname, '..')

/** Reports that the app cannot start, and ends it: without tray and window it would be stuck. */
export function giveUp(profile: string, log: Logger, failure: unknown): void {
  log.error('the app could not start', { failure: describeFailure(failure) })
  const advice = 'Check that its folder can be read and written, then start it again. The log there says more.'
  dialog.showErrorBox('Servertray could not start', `${advice}\n\n${profile}`)
  app.exit(1)
}

/** Starts the app; where that fails, reports it and ends. */
export function startApp(options: StartOptions, profile: string, log: Logger, links: Links): void {
  try {
    compose(options, profile, log, links)
  } catch (failure) {
    giveUp(profile, log, failure)
  }
}

/** Sets up the pages' protocol and permissions before the first window. */
function preparePages(platform: NodeJS.Platform): void {
  hardenPages(app)
  hardenSession(session.defaultSession)
  protocol.handle(appScheme, (request) => serveAsset(join(out, 'renderer'), request))
  Menu.setApplicationMenu(applicationMenu(platform))
}

type Parts = { core: Core; windows: Windows; clock: Clock }

/** What the global shortcut does. No keys yet: it shows the first run instead of the palette. */
function pressShortcut({ core, windows, clock }: Parts): void {
  if (Object.keys(core.store.get().keys).length === 0) windows.main.show()
  else if (windows.isFocused()) windows.focusOn({ palette: true, at: clock.now() })
  else windows.palette.toggle()
}

function showTray(
  { core, windows, clock }: Parts,
  given: { run: (command: TrayCommand) => void; look: Look; log: Logger; isHidden: boolean; guid: string | null },
): { dispose(): void } {
  const { env, platform } = process
  const { run, look, log, isHidden, guid } = given
  const desktop = env.XDG_CURRENT_DESKTOP
  // For a tray that nothing on the session bus tells of, the person sets SERVERTRAY_TRAY.
  const asksForHost = platform === 'linux' && env.SERVERTRAY_TRAY !== 'shown'
  return createTray({
    store: core.store,
    clock,
    log,
    icons: loadTrayIcons(join(out, 'icons', 'tray'), { platform, desktop, isSystemDark: look.isSystemDark }),
    platform,
    guid,
    run,
    watchHost: asksForHost ? (onChange) => watchTrayHost({ clock, env, onChange }) : null,
    isHidden,
    onMissing() {
      if (!windows.main.isOpen()) windows.main.show()
    },
  })
}

/** Windows' jump list; other systems have none. */
function showJumpList({ store }: Core): readonly { dispose(): void }[] {
  const { platform, execPath } = process
  if (platform !== 'win32') return []
  // Unpacked, Electron has to be told where the app is.
  const before = app.isPackaged ? [] : [app.getAppPath()]
  const program = { program: execPath, iconPath: execPath, iconIndex: 0 }
  const setTasks = (tasks: readonly JumpTask[]) => app.setUserTasks(tasks.map((task) => ({ ...task, ...program })))
  return [keepJumpList({ store, before, setTasks })]
}

/** What makes an installed app known to a Linux desktop, links included; null elsewhere, and from source. */
function menuEntryOf({ questions }: Windows, log: Logger) {
  const { env, platform, execPath } = process
  if (platform !== 'linux' || !app.isPackaged) return null
  const program = appImageOf(env, execPath) ?? execPath
  const onWritten = () => void app.setAsDefaultProtocolClient(linkScheme)
  return createMenuEntry({ env, program, ask: questions.api.ask, log, onWritten })
}

/** A second start of the app hands over what it was started with. */
function followSecondStart({ core, windows }: Parts, links: Links): void {
  app.on('second-instance', (_event, argv) => {
    const args = argv.slice(1)
    const { demo, hidden, quit } = startOptions(args)
    if (quit) return app.quit()
    // As at log-in, where the app may run already.
    if (!hidden) windows.main.show()
    if (demo) void core.demo.add()
    for (const link of linksOf(args)) links.put(link)
  })
  app.on('activate', () => windows.main.show())
}

/** Shows the server, or the question, that a link is about. */
function followLink({ core, windows, clock }: Parts, notifications: Notifications, link: DeepLink): void {
  const request = requestOf(link, Object.values(core.store.get().servers), clock.now())
  if ('focus' in request) windows.focusOn(request.focus)
  else notifications.show(notificationOfLink(request.refused))
}

/** The composition root: wires the core to Electron, starts it, and disposes of it when the app quits. */
function compose(options: StartOptions, profile: string, log: Logger, links: Links): void {
  const { env, platform } = process
  const clock = systemClock
  const isHidden = options.hidden || wasOpenedAtLogin(platform)
  const appCore = createAppCore(profile, log, (asked) => windows.questions.api.ask(asked))
  const { core, settings, notices, isKeychainBusy } = appCore
  const crash = takeCrash(profile)
  if (crash !== null) notices.show(crashNotice(crash))
  const { store, backups } = core
  const { preferences } = core.settings
  preparePages(platform)
  const look = followLook(store)
  const onWayland = isWayland(env, platform)
  const dockIcon = app.dock === undefined ? null : createDockIcon({ dock: app.dock, clock, isHidden })
  const windows = createWindows({
    core,
    settings,
    clock,
    log,
    out,
    platform,
    onWayland,
    dockIcon,
    notices,
    onHide: () => notifications.tellOfTray(),
  })
  const parts = { core, windows, clock }
  const shortcut = createShortcutFeature({
    press: () => pressShortcut(parts),
    onWayland,
    preferences,
    readKept: () => settings.get().preferences.globalShortcut,
    notices,
    makeKnown: menuEntryOf(windows, log),
  })
  const onQuit = () => void windows.feature.dispose?.()
  const notifications = createNotifications({ core, windows, notices, clock, platform })
  const installed = createInstalledApp({ core, clock, log, notices, onQuit, show: notifications.show })
  const { questions } = windows
  const handlers = handlersOf({
    core,
    windows: windows.feature,
    questions,
    shortcut,
    notifications: notifications.feature,
    ...installed.features,
  })
  const publisher = connectPages({ core, handlers, pages: windows.pages, clock, log })
  const { plans } = core.restart
  const { backgroundPause } = core.servers
  const { flush } = core.loadHistory
  const system = watchSystem({ store, clock, backgroundPause, plans, sleepWatch: core.sleepWatch, flush })
  const awake = keepAwakeWhileBusy(store)
  const { sendPower, show: tell } = notifications
  const quit = () => app.quit()
  const run = createTrayCommands({ store, plans, preferences, backups, windows, sendPower, clock, tell, quit })
  const guid = guidOf({ platform, isSigned: installed.isSigned, program: process.execPath, profile })
  const tray = showTray(parts, { run, look, log, isHidden, guid })
  const jumpLists = showJumpList(core)
  followSecondStart(parts, links)

  async function dispose(): Promise<void> {
    const unsent = [...unsentOf(store.get()), ...plannedOf(store.get())]
    if (unsent.length > 0) log.warn('the app ended before these were sent', { unsent })
    const ended = [publisher, notifications.feature, system, awake, look, tray, ...jumpLists, shortcut, installed]
    await disposeInReverse([...appCore.parts, ...ended], log)
  }
  const { ask } = questions.api
  handleQuit({ store, plans, ask, windows, onQuit, clock, isKeychainBusy, dispose })

  if (!isHidden || !store.get().app.trayAvailable) windows.main.show()
  shortcut.api.takeKept()
  // A failure in here is unexpected: it is logged, and the app goes on.
  const started = core.start(options)
  // Once the servers are known.
  void started.then(() => {
    const { app: view, servers } = store.get()
    log.info('the app has started', { servers: Object.keys(servers).length, tray: view.trayAvailable })
    void notifications.followEarlier()
    links.open((link) => followLink(parts, notifications, link))
    installed.start()
  })
}
