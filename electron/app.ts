import { join } from 'node:path'
import { app, ipcMain, Menu, protocol, session } from 'electron'
import ElectronStore from 'electron-store'
import type { ServerRef } from '../shared/model/identifier.ts'
import type { Result } from '../shared/result.ts'
import { ok } from '../shared/result.ts'
import type { StatePatch } from '../shared/state-patch-schema.ts'
import { systemClock } from './clock.ts'
import { createCommands } from './console/commands.ts'
import { createDemo } from './demo.ts'
import { bindRouter } from './ipc/bind.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createRouter } from './ipc/router.ts'
import { createKeyRegistry } from './keys/registry.ts'
import { createFileLogger, describeFailure } from './log/logger.ts'
import { createPresenter } from './notify/presenter.ts'
import { findBaseUrl } from './panel/address.ts'
import { createPanelClient } from './panel/client.ts'
import { keychainService } from './profile.ts'
import { serveAsset } from './security/assets.ts'
import { openExternal } from './security/external.ts'
import { hardenPages, hardenSession } from './security/harden.ts'
import { appOrigin, appScheme } from './security/origin.ts'
import { createServerLists } from './servers/lists.ts'
import { createPoller } from './servers/poller.ts'
import { createPower } from './servers/power.ts'
import { createSettings, settingsFileName, settingsFileOptions, settingsPath } from './settings/settings.ts'
import type { StartOptions } from './start-options.ts'
import { startOptions } from './start-options.ts'
import { createPublisher } from './state/publisher.ts'
import { createStore } from './state/store.ts'
import { initialState, setApp, setVault } from './state/updates.ts'
import { createTray } from './tray/controller.ts'
import { loadTrayIcons } from './tray/icon.ts'
import type { TrayCommand } from './tray/menu-model.ts'
import { createKeychainBackend } from './vault/backends/keychain.ts'
import { createMemoryBackend } from './vault/backends/memory.ts'
import { createSafeStorageBackend } from './vault/backends/safe-storage.ts'
import { createVault } from './vault/vault.ts'
import { confirmKill } from './windows/confirm-kill.ts'
import { createMainWindow } from './windows/main-window.ts'

/** The built files beside this bundle. */
const out = join(import.meta.dirname, '..')

/**
 * The composition root: builds the parts, wires them, starts them, and disposes of them in reverse order
 * when the app quits.
 */
export async function startApp(options: StartOptions): Promise<void> {
  const { env, platform } = process
  const clock = systemClock
  const newId = () => crypto.randomUUID()
  const profile = app.getPath('userData')
  const log = createFileLogger({ file: join(profile, 'logs', 'servertray.log'), clock })
  process.on('uncaughtException', (failure) => {
    log.error('an unexpected failure ended the app', { failure: describeFailure(failure) })
    app.exit(1)
  })
  process.on('unhandledRejection', (failure) => {
    log.error('a promise failed with nobody to hear', { failure: describeFailure(failure) })
  })

  const settings = createSettings({
    open: () => new ElectronStore({ ...settingsFileOptions, name: settingsFileName, cwd: profile }),
    path: settingsPath(profile),
    clock,
    log,
  })
  const store = createStore(initialState({ version: app.getVersion(), platform, lastUsed: settings.get().lastUsed }))

  const ciphertexts = {
    read: (account: string) => settings.get().ciphertexts[account] ?? null,
    write: async (account: string, ciphertext: string | null) => {
      const written = settings.update((now) => {
        const { [account]: _, ...rest } = now.ciphertexts
        return { ...now, ciphertexts: ciphertext === null ? rest : { ...rest, [account]: ciphertext } }
      })
      if (!written.ok) throw new Error(written.error.message)
    },
  }
  const memory = createMemoryBackend()
  const vault = createVault({
    backends:
      env.SERVERTRAY_VAULT === 'memory'
        ? [memory]
        : [createKeychainBackend(keychainService(env)), createSafeStorageBackend(ciphertexts, platform), memory],
    clock,
    log,
  })

  const userAgent = `Servertray/${app.getVersion()}`
  const createClient = (baseUrl: string, readToken: () => Promise<Result<string>>) =>
    createPanelClient({ baseUrl, readToken, clock, userAgent })
  const registry = createKeyRegistry({
    store,
    settings,
    vault,
    clock,
    newId,
    probe: (address, token) =>
      findBaseUrl(address, (baseUrl) => createClient(baseUrl, async () => ok(token)).listServers()),
    createClient,
  })
  const { clientFor } = registry
  const lists = createServerLists({ store, clock, clientFor })
  const dialectOf = lists.dialectOf
  const power = createPower({ store, clock, newId, clientFor, dialectOf })
  const commands = createCommands({ store, clock, newId, clientFor })
  const demo = createDemo({ store, clock, registry, lists, file: join(profile, 'demo-panel.json'), openExternal })

  // The door for the window stands before any window does.
  hardenPages(app)
  hardenSession(session.defaultSession)
  protocol.handle(appScheme, (request) => serveAsset(join(out, 'renderer'), request))
  Menu.setApplicationMenu(null)
  const handlers = createHandlers({ store, registry, lists, power, commands, demo, openExternal })
  const window = createMainWindow({
    clock,
    preload: join(out, 'preload', 'preload.cjs'),
    icon: join(out, 'icons', 'app.png'),
    readBounds: () => settings.get().windowBounds,
    saveBounds: (windowBounds) => void settings.update((now) => ({ ...now, windowBounds })),
    keepsRunning: () => store.get().app.trayAvailable,
  })
  bindRouter(ipcMain, createRouter({ handlers, origin: appOrigin, log }), () => window.current()?.webContents)
  const push = (patch: StatePatch) => window.current()?.webContents.send('state:patch', patch)
  const publisher = createPublisher({ store, clock, push })

  const open = (ref: ServerRef) => {
    store.update(setApp({ focus: { ref, at: clock.now() } }))
    window.show()
  }
  async function powerFromTray({ ref, signal }: Extract<TrayCommand, { kind: 'power' }>): Promise<void> {
    const name = store.get().servers[ref]?.name ?? ''
    if (signal === 'kill' && !(await confirmKill(name))) return
    await power.send(ref, signal, 'tray')
  }
  const run = (command: TrayCommand): void => {
    switch (command.kind) {
      case 'power':
        void powerFromTray(command)
        break
      case 'open-console':
        open(command.ref)
        break
      case 'open-window':
        window.show()
        break
      case 'quit':
        app.quit()
    }
  }

  registry.load()
  const tray = createTray({ store, clock, icons: loadTrayIcons(join(out, 'icons', 'tray'), platform), platform, run })
  const presenter = createPresenter({ store, open })
  const poller = createPoller({ store, clock, clientFor, dialectOf })
  const unsubscribeLastUsed = store.subscribe((after, before) => {
    const { lastUsed } = after.app
    if (lastUsed !== before.app.lastUsed) settings.update((now) => ({ ...now, lastUsed }))
  })

  app.on('second-instance', (_event, argv) => {
    window.show()
    if (startOptions(argv.slice(1)).demo) void demo.add()
  })
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => {
    if (!store.get().app.trayAvailable) app.quit()
  })
  app.on('before-quit', () => window.dispose())
  app.on('will-quit', () => {
    unsubscribeLastUsed()
    for (const part of [poller, presenter, tray, publisher, lists]) part.dispose()
    void demo.dispose()
  })

  if (!options.hidden) window.show()
  store.update(setVault({ backend: await vault.ready() }))
  const resumed = await demo.resume()
  if (!resumed.ok) log.error('the demo panel did not start', { code: resumed.error.code })
  if (options.demo) await demo.add()
  await lists.refreshAll()
}
