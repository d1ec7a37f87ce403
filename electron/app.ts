import { join } from 'node:path'
import { app, dialog, ipcMain, Menu, protocol, session } from 'electron'
import ElectronStore from 'electron-store'
import type { KeyId, ServerRef } from '../shared/model/identifier.ts'
import type { Notice } from '../shared/model/notice.ts'
import { wasAnnounced } from '../shared/model/plan-words.ts'
import type { Origin, PowerSignal } from '../shared/model/power.ts'
import { asksFirst } from '../shared/model/preferences.ts'
import { serverNames } from '../shared/model/server-names.ts'
import { ok, type Result } from '../shared/result.ts'
import type { AppState } from '../shared/state.ts'
import { activityPath } from './activity/file.ts'
import { systemClock } from './clock.ts'
import { createCore } from './core.ts'
import { type DeepLink, linksOf, requestOf } from './deep-link.ts'
import { createFarewell } from './farewell.ts'
import { bindRouter } from './ipc/bind.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createRouter } from './ipc/router.ts'
import type { Links } from './links.ts'
import { describeFailure, type Logger } from './log/logger.ts'
import { parseProxyList } from './network/proxy.ts'
import { createNotifier } from './notify/notifier.ts'
import { notificationOfLink, notificationOfUnsent } from './notify/policy.ts'
import { createPresenter } from './notify/presenter.ts'
import { keychainService } from './profile.ts'
import { createQuitQuestion, plannedOf, unsentOf } from './quit-question.ts'
import { serveAsset } from './security/assets.ts'
import { openExternal, openLink } from './security/external.ts'
import { hardenPages, hardenSession } from './security/harden.ts'
import { appOrigin, appScheme } from './security/origin.ts'
import { openCiphertexts, settingsFileOptions, settingsPath } from './settings/folder.ts'
import { createSettings } from './settings/settings.ts'
import { watchFile } from './settings/watch.ts'
import { createShortcut, isWayland } from './shortcut.ts'
import { type StartOptions, startOptions } from './start-options.ts'
import { createNotices } from './state/notices.ts'
import { createPublisher } from './state/publisher.ts'
import { setApp } from './state/updates.ts'
import { watchSystem } from './system-events.ts'
import { createTray } from './tray/controller.ts'
import { watchTrayHost } from './tray/host/tray-host.ts'
import { loadTrayIcons } from './tray/icon.ts'
import type { TrayCommand } from './tray/menu-model.ts'
import { createKeychainBackend } from './vault/backends/keychain.ts'
import { createMemoryBackend } from './vault/backends/memory.ts'
import { createSafeStorageBackend } from './vault/backends/safe-storage.ts'
import type { Backends } from './vault/selection.ts'
import { createVault } from './vault/vault.ts'
import { applicationMenu } from './windows/application-menu.ts'
import { confirmLink } from './windows/confirm-link.ts'
import { confirmPower } from './windows/confirm-power.ts'
import { confirmQuit } from './windows/confirm-quit.ts'
import { createConsoleWindows } from './windows/console-windows.ts'
import { createMainWindow } from './windows/main-window.ts'
import { createPaletteWindow } from './windows/palette-window.ts'
import { filePicker } from './windows/pick-file.ts'

/** The built files beside this bundle. */
const out = join(import.meta.dirname, '..')

const askedDesktop: Notice = {
  id: 'shortcut-asked',
  level: 'info',
  message: 'The desktop was asked for the shortcut.',
  hint: 'On Wayland the desktop decides, and may ask you. If the keys do nothing, look at its own keyboard settings.',
}

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

/** The composition root: wires the core to Electron, starts it, and disposes of it when the app quits. */
function compose(options: StartOptions, profile: string, log: Logger, links: Links): void {
  const { env, platform } = process
  const clock = systemClock
  const notices = createNotices()
  const settings = createSettings({
    folder: profile,
    open: (name) => new ElectronStore({ ...settingsFileOptions, name, cwd: profile }),
    clock,
    log,
    notices,
    role: 'app',
  })
  const memory = createMemoryBackend()
  const keychain = createKeychainBackend(keychainService(env))
  const isMemoryOnly = env.SERVERTRAY_VAULT === 'memory'
  const backends: Backends = isMemoryOnly
    ? [memory]
    : [keychain, createSafeStorageBackend(openCiphertexts(profile), platform), memory]
  const core = createCore({
    clock,
    log,
    settings,
    vault: createVault({ backends, clock, log }),
    allowsWeaker: isMemoryOnly,
    profile,
    version: app.getVersion(),
    platform,
    notices,
    openExternal,
    findRoutes: async (origin) => parseProxyList(await session.defaultSession.resolveProxy(`${origin}/`)),
    pickFile: filePicker,
  })
  const { store, power, preferences, demo } = core
  const settingsWatch = watchFile({ path: settingsPath(profile), clock, log, onChange: settings.reload })
  // The command line adds to the list too.
  const activityWatch = watchFile({ path: activityPath(profile), clock, log, onChange: core.activity.load })

  // The door for the window stands before any window does.
  hardenPages(app)
  hardenSession(session.defaultSession)
  protocol.handle(appScheme, (request) => serveAsset(join(out, 'renderer'), request))
  Menu.setApplicationMenu(applicationMenu(platform))
  // Without a tray the app ends with its window. A window that was only given up in the background ends nothing.
  let endsWithWindow = false
  const noteEnd = () => {
    endsWithWindow = !store.get().app.trayAvailable
  }
  type Focus = NonNullable<AppState['app']['focus']>
  const focusOn = (focus: Focus) => {
    store.update(setApp({ focus }))
    window.show()
  }
  const pageParts = { preload: join(out, 'preload', 'preload.cjs'), icon: join(out, 'icons', 'app.png') }
  const paletteWindow = createPaletteWindow(pageParts)
  const onWayland = isWayland(env, platform)
  // Before the first key there is nothing to choose from but the way in.
  const shortcut = createShortcut(() => {
    if (Object.keys(store.get().keys).length === 0) window.show()
    else if (window.current()?.isFocused()) focusOn({ palette: true, at: clock.now() })
    else paletteWindow.toggle()
  }, onWayland)
  function setShortcut(accelerator: string | null): Result<void> {
    const before = shortcut.current()
    const taken = shortcut.set(accelerator)
    if (!taken.ok) return taken
    const saved = preferences.setShortcut(accelerator)
    if (!saved.ok) {
      shortcut.set(before)
      return saved
    }
    notices.withdraw('shortcut-taken')
    if (onWayland && accelerator !== null) notices.show(askedDesktop)
    return ok()
  }
  const window = createMainWindow({
    ...pageParts,
    clock,
    readBounds: () => settings.get().windowBounds,
    saveBounds: (windowBounds) => void settings.update((now) => ({ ...now, windowBounds })),
    keepsRunning: () => store.get().app.trayAvailable,
    // The server that the tray asked for is asked for once, not again by a window made later.
    onClose() {
      noteEnd()
      store.update(setApp({ focus: null }))
      core.inView.set([])
    },
    onGone: core.consoles.unwatchAll,
    onCrash(reason) {
      noteEnd()
      core.inView.set([])
      log.error('the page of the window has died', { reason })
    },
  })
  const consoleWindows = createConsoleWindows({ ...pageParts, onGone: core.consoles.unwatchAll })
  /** The pages of the app that there are. */
  const pages = () =>
    [window.current(), paletteWindow.current(), ...consoleWindows.current()].flatMap((one) => one?.webContents ?? [])
  const router = createRouter({
    handlers: createHandlers({
      ...core,
      clock,
      notices,
      openExternal,
      openLink(address, pageId) {
        const parent = [window.current(), ...consoleWindows.current()].find((one) => one?.webContents.id === pageId)
        return openLink(address, (url) => confirmLink(parent, url))
      },
      showConsole: consoleWindows.show,
      setShortcut,
    }),
    origin: appOrigin,
    log,
    onFailure: core.lastErrors.note,
  })
  bindRouter(ipcMain, router, pages)
  const publisher = createPublisher({
    store,
    clock,
    push(patch) {
      for (const page of pages()) page.send('state:patch', patch)
    },
  })
  core.consoles.onLines((watcher, ref, lines) => {
    pages()
      .find(({ id }) => id === watcher)
      ?.send('console:lines', { ref, lines })
  })

  const open = (ref: ServerRef | null) => {
    if (ref === null) window.show()
    else focusOn({ ref, at: clock.now() })
  }
  /** Sends a signal from a place that shows no answer of its own, once it was asked about as the person chose. */
  async function sendPower(ref: ServerRef, signal: PowerSignal, origin: Origin, keyId?: KeyId): Promise<void> {
    const { preferences, servers } = store.get()
    const asks = asksFirst(preferences.confirm, signal, servers[ref]?.state ?? 'unknown')
    if (asks && !(await confirmPower(serverNames(store.get())(ref), signal))) return
    const sent = await power.send(ref, signal, origin, { keyId })
    const notification = sent.ok ? null : notificationOfUnsent(store.get(), ref, signal, sent.error)
    if (notification !== null) presenter.show(notification)
  }
  /** What has gone on meanwhile shows in the menu, so a refusal says nothing more. */
  function runPlan({ id, what }: Extract<TrayCommand, { kind: 'plan' }>): void {
    const plan = Object.values(store.get().plans).find((one) => one.id === id)
    if (what === 'postpone') core.plans.postpone(id)
    if (what === 'now') core.plans.now(id, 'tray')
    if (what === 'cancel' && plan !== undefined) core.plans.cancel(id, wasAnnounced(plan))
    if (what === 'dismiss') core.plans.dismiss(id)
  }
  const run = (command: TrayCommand): void => {
    switch (command.kind) {
      case 'power':
        void sendPower(command.ref, command.signal, 'tray', command.keyId)
        break
      case 'open-console':
        open(command.ref)
        break
      case 'open-window':
        window.show()
        break
      case 'open-settings':
        focusOn({ page: 'settings', at: clock.now() })
        break
      case 'restart-dialog':
        focusOn({ ref: command.ref, dialog: 'restart', at: clock.now() })
        break
      case 'plan':
        runPlan(command)
        break
      case 'mute':
        // A failure to save it stands in the window as a notice.
        void preferences.mute(command.choice)
        break
      case 'quit':
        app.quit()
    }
  }
  const presenter = createPresenter({
    open,
    // What is offline has nothing to stop first.
    restart: (ref) => {
      const isOffline = store.get().servers[ref]?.state === 'offline'
      void sendPower(ref, isOffline ? 'start' : 'restart', 'notification')
    },
    mute: () => void preferences.mute('1h'),
    platform,
  })
  const notifier = createNotifier({
    store,
    clock,
    events: core.events,
    isWindowFocused: () => window.current()?.isFocused() ?? false,
    show: presenter.show,
  })
  const system = watchSystem({ store, clock, rest: core.rest, bulks: core.bulks })
  const icons = loadTrayIcons(join(out, 'icons', 'tray'), platform, env.XDG_CURRENT_DESKTOP)
  // Where nothing on the bus tells of a tray that is there all the same, the person says so.
  const asksForHost = platform === 'linux' && env.SERVERTRAY_TRAY !== 'shown'
  const tray = createTray({
    store,
    clock,
    log,
    icons,
    platform,
    run,
    watchHost: asksForHost ? (onChange) => watchTrayHost({ clock, env, onChange }) : null,
    isHidden: options.hidden,
    onMissing() {
      if (!window.isOpen()) window.show()
    },
  })

  app.on('second-instance', (_event, argv) => {
    const args = argv.slice(1)
    window.show()
    if (startOptions(args).demo) void demo.add()
    for (const link of linksOf(args)) links.put(link)
  })
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => {
    if (endsWithWindow) app.quit()
  })
  const askBeforeQuit = createQuitQuestion({
    store,
    ask: confirmQuit,
    quit: () => app.quit(),
    // Without a tray the app would go on unseen.
    onStay() {
      if (!store.get().app.trayAvailable) window.show()
    },
  })
  app.on('before-quit', (event) => {
    askBeforeQuit(event)
    if (!event.defaultPrevented) window.dispose()
  })
  async function dispose(): Promise<void> {
    const unsent = [...unsentOf(store.get()), ...plannedOf(store.get())]
    if (unsent.length > 0) log.warn('the app ended before these were sent', { unsent })
    for (const part of [shortcut, tray, system, notifier, publisher, settingsWatch, activityWatch]) part.dispose()
    await core.dispose()
  }
  app.on('will-quit', createFarewell({ dispose, quit: () => app.quit(), clock }))
  // A process waits at its end for a keychain call, which a locked keyring holds until somebody answers.
  // Every write is safe against a kill, so the app does not stay for that.
  app.on('quit', () => {
    if (keychain.isBusy()) process.kill(process.pid, 'SIGKILL')
  })

  if (!options.hidden || !store.get().app.trayAvailable) window.show()
  const { globalShortcut } = settings.get().preferences
  const taken = shortcut.set(globalShortcut)
  if (!taken.ok) {
    const again = 'Choose another one in Settings, or close the program that has it and start Servertray again.'
    const hint = onWayland ? taken.error.hint : again
    notices.show({ id: 'shortcut-taken', level: 'warning', message: 'The global shortcut could not be taken.', hint })
  }
  // What fails in here nobody expected; it is logged, and the app goes on.
  const started = core.start(options)

  /** Shows what a link asks about. */
  function follow(link: DeepLink): void {
    const request = requestOf(link, Object.values(store.get().servers), clock.now())
    if ('focus' in request) focusOn(request.focus)
    else presenter.show(notificationOfLink(request.refused))
  }
  // Once the servers are known.
  void started.then(() => links.open(follow))
}
