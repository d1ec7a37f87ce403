import { join } from 'node:path'
import { app, dialog, Menu, protocol, session } from 'electron'
import type { Core } from '../core/core.ts'
import type { Links } from '../deep-links/hold.ts'
import { type DeepLink, linksOf, requestOf } from '../deep-links/parse.ts'
import { disposeInReverse, handlersOf } from '../ipc/feature.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import { notificationOfLink } from '../notify/policy.ts'
import { serveAsset } from '../security/assets.ts'
import { hardenPages, hardenSession } from '../security/harden.ts'
import { appScheme } from '../security/origin.ts'
import { wasOpenedAtLogin } from '../start-at-login/login-item.ts'
import { createTray } from '../tray/controller.ts'
import { watchTrayHost } from '../tray/host/tray-host.ts'
import { loadTrayIcons } from '../tray/icon.ts'
import type { TrayCommand } from '../tray/menu.ts'
import { applicationMenu } from '../windows/application-menu.ts'
import { createAppCore } from './app-core.ts'
import { createInstalledApp } from './installed-app.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import { connectPages } from './page-calls.ts'
import { handleQuit } from './quit/quit.ts'
import { plannedOf, unsentOf } from './quit/quit-guard.ts'
import { createShortcut, isWayland } from './shortcut.ts'
import { createShortcutFeature } from './shortcut-feature.ts'
import { type StartOptions, startOptions } from './start-options.ts'
import { watchSystem } from './system-events.ts'
import { createTrayCommands } from './tray-commands.ts'
import { createWindows, type Windows } from './windows.ts'

/** The built files beside this bundle. */
const out = join(import.meta.dirname, '..')

/** Says that the app cannot start, and ends it: one with neither tray nor window would be stuck. */
export function giveUp(profile: string, log: Logger, failure: unknown): void {
  log.error('the app could not start', { failure: describeFailure(failure) })
  const advice = 'Check that its folder can be read and written, then start it again. The log there says more.'
  dialog.showErrorBox('Servertray could not start', `${advice}\n\n${profile}`)
  app.exit(1)
}

/** Starts the app; where it cannot, says so and ends. */
export function startApp(options: StartOptions, profile: string, log: Logger, links: Links): void {
  try {
    compose(options, profile, log, links)
  } catch (failure) {
    giveUp(profile, log, failure)
  }
}

/** What pages are and may is settled before any window is made. */
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
  { run, log, isHidden }: { run: (command: TrayCommand) => void; log: Logger; isHidden: boolean },
): { dispose(): void } {
  const { env, platform } = process
  // Where nothing on the bus tells of a tray that is there all the same, the person says so.
  const asksForHost = platform === 'linux' && env.SERVERTRAY_TRAY !== 'shown'
  return createTray({
    store: core.store,
    clock,
    log,
    icons: loadTrayIcons(join(out, 'icons', 'tray'), platform, env.XDG_CURRENT_DESKTOP),
    platform,
    run,
    watchHost: asksForHost ? (onChange) => watchTrayHost({ clock, env, onChange }) : null,
    isHidden,
    onMissing() {
      if (!windows.main.isOpen()) windows.main.show()
    },
  })
}

/** A second start of the app hands over what it was started with. */
function followSecondStart({ core, windows }: Parts, links: Links): void {
  app.on('second-instance', (_event, argv) => {
    const args = argv.slice(1)
    const options = startOptions(args)
    if (options.quit) return app.quit()
    windows.main.show()
    if (options.demo) void core.demo.add()
    for (const link of linksOf(args)) links.put(link)
  })
  app.on('activate', () => windows.main.show())
}

/** Shows what a link asks about. */
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
  const appCore = createAppCore(profile, log)
  const { core, settings, notices, isKeychainBusy } = appCore
  const { store } = core
  const { preferences } = core.settings
  preparePages(platform)
  const windows = createWindows({ core, settings, clock, log, out })
  const parts = { core, windows, clock }
  const onQuit = () => void windows.feature.dispose()
  const onWayland = isWayland(env, platform)
  const shortcut = createShortcutFeature({
    shortcut: createShortcut(() => pressShortcut(parts), onWayland),
    onWayland,
    preferences,
    readKept: () => settings.get().preferences.globalShortcut,
    notices,
  })
  const installed = createInstalledApp({
    core,
    clock,
    log,
    notices,
    onQuit,
    show: (shown) => notifications.show(shown),
  })
  const handlers = {
    ...core.handlers,
    ...handlersOf([windows.feature, shortcut, ...installed.features]),
  }
  const publisher = connectPages({ core, handlers, pages: windows.pages, clock, log })
  const notifications = createNotifications({ core, windows, clock, platform })
  const system = watchSystem({ store, clock, backgroundPause: core.servers.backgroundPause, bulks: core.restart.bulks })
  const { plans } = core.restart
  const { sendPower } = notifications
  const run = createTrayCommands({ store, plans, preferences, windows, sendPower, clock, quit: () => app.quit() })
  const tray = showTray(parts, { run, log, isHidden })
  followSecondStart(parts, links)

  async function dispose(): Promise<void> {
    const unsent = [...unsentOf(store.get()), ...plannedOf(store.get())]
    if (unsent.length > 0) log.warn('the app ended before these were sent', { unsent })
    await disposeInReverse([...appCore.parts, publisher, notifications, system, tray, shortcut, installed], log)
  }
  const { endsWithWindow } = windows
  handleQuit({ store, showWindow: windows.main.show, endsWithWindow, onQuit, clock, isKeychainBusy, dispose })

  if (!isHidden || !store.get().app.trayAvailable) windows.main.show()
  shortcut.api.takeKept()
  // What fails in here nobody expected; it is logged, and the app goes on.
  const started = core.start(options)
  // Once the servers are known.
  void started.then(() => {
    const { app: view, servers } = store.get()
    log.info('the app has started', { servers: Object.keys(servers).length, tray: view.trayAvailable })
    installed.start()
  })
  void started.then(() => links.open((link) => followLink(parts, notifications, link)))
}
