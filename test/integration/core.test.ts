import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { createRouter } from '../../electron/ipc/router.ts'
import type { SettingsStore } from '../../electron/settings/settings.ts'
import type { Notices } from '../../electron/state/notices.ts'
import type { VaultBackend } from '../../electron/vault/backend.ts'
import { createMemoryBackend } from '../../electron/vault/backends/memory.ts'
import { createVault } from '../../electron/vault/vault.ts'
import { invokeContract } from '../../shared/ipc/contract.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { ok } from '../../shared/result.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { advanceUntil, openCore } from '../fixtures/open-core.ts'
import { openSettings } from '../fixtures/settings.ts'
import { keyId } from '../fixtures/state.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'

let profile: string
let clock: FakeClock
let vaultBackend: VaultBackend
let core: Core
let settings: SettingsStore
let notices: Notices
let opened: string[]
/** What the person chooses in a file dialog. */
let chosen: string | null
let log: ReturnType<typeof createTestLog>

function start(): Core {
  ;({ settings, notices } = openSettings(profile, { clock, log }))
  return openCore(profile, {
    settings,
    notices,
    clock,
    log,
    vault: createVault({ backends: [vaultBackend], clock, log }),
    openExternal: async (address) => {
      opened.push(address)
      return ok()
    },
    pickFile: {
      save: async () => chosen,
      open: async () => chosen,
      folder: async () => null,
      uploads: async () => [],
      confirm: async () => true,
    },
  })
}

beforeEach(() => {
  profile = temporaryFolder()
  clock = createFakeClock()
  vaultBackend = createMemoryBackend()
  opened = []
  chosen = null
  log = createTestLog()
  core = start()
})
afterEach(() => core.dispose())

const until = (condition: () => boolean, limitMs?: number) => advanceUntil(clock, condition, limitMs)

it('answers every call of the window, but for those that need windows and the system’s keys', () => {
  const ofTheApp = [
    'console:openLink',
    'console:openWindow',
    'notifications:test',
    'preferences:setShortcut',
    'questions:answer',
    'servers:show',
    'startAtLogin:read',
    'startAtLogin:set',
    'updates:check',
    'updates:choose',
    'updates:download',
    'updates:openPage',
    'updates:restart',
    'windows:setUnsaved',
  ]
  expect(Object.keys(core.handlers).toSorted()).toEqual(
    Object.keys(invokeContract)
      .filter((channel) => !ofTheApp.includes(channel))
      .toSorted(),
  )
  // @ts-expect-error those of the app are missing
  createRouter({ handlers: core.handlers, origin: 'app://servertray', log })
})

/** Waits for `work` while the fake time runs. */
async function settled<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  await until(() => isDone)
  return done
}

/** Removes the demo key, with which the demo panel stops. */
const removeDemo = () => core.keys.registry.remove(Object.values(core.store.get().keys)[0]?.id ?? keyId('none'))

const servers = () => Object.values(core.store.get().servers)
const named = (name: string): ServerView => {
  const server = servers().find((one) => one.name === name)
  if (server === undefined) throw new Error(`no server ${name}`)
  return server
}

it('lists the demo panel, restarts a server and sees it come back', async () => {
  await core.start({ demo: true })
  expect(servers()).toHaveLength(8)
  await until(() => named('Survival').state === 'running')

  const { ref } = named('Survival')
  expect(await core.servers.power.send(ref, 'restart', 'tray')).toMatchObject({ ok: true })
  const seen = new Set<string>()
  await until(() => {
    seen.add(named('Survival').state)
    return named('Survival').action?.phase === 'confirmed'
  })
  expect([...seen]).toContain('starting')
  expect(named('Survival').state).toBe('running')
  expect(core.store.get().app.lastUsed).toBe(ref)
})

it('sends a signal before it writes down which server was used last', async () => {
  await core.start({ demo: true })
  const { ref } = named('Survival')
  expect(await core.servers.power.send(ref, 'kill', 'tray')).toMatchObject({ ok: true })
  expect(settings.get().lastUsed).toBeNull()
  await clock.advance(1_000)
  expect(settings.get().lastUsed).toBe(ref)
})

it('knows after a quit which server was used last', async () => {
  await core.start({ demo: true })
  const { ref } = named('Survival')
  expect(await core.servers.power.send(ref, 'kill', 'tray')).toMatchObject({ ok: true })
  await core.dispose()
  core = start()
  expect(core.store.get().app.lastUsed).toBe(ref)
})

it('stops, starts and kills, each confirmed by what was seen', async () => {
  await core.start({ demo: true })
  await until(() => named('Survival').state === 'running')
  const { ref } = named('Survival')
  for (const [signal, state] of [
    ['stop', 'offline'],
    ['start', 'running'],
    ['kill', 'offline'],
  ] as const) {
    await core.servers.power.send(ref, signal, 'window')
    await until(() => named('Survival').action?.phase === 'confirmed')
    expect(named('Survival').state).toBe(state)
  }
})

it('sends a command, and says why one is refused', async () => {
  await core.start({ demo: true })
  await until(() => named('Survival').state === 'running')
  const { ref } = named('Survival')
  expect(await core.console.commands.send(ref, 'say hello')).toMatchObject({ ok: true })
  await core.servers.power.send(ref, 'kill', 'window')
  await until(() => named('Survival').state === 'offline')
  expect(await core.console.commands.send(ref, 'say anyone')).toMatchObject({ error: { code: 'server-not-running' } })
  const entries = core.store.get().consoles[ref]?.entries ?? []
  expect(entries.map((entry) => [entry.command, entry.phase])).toEqual([
    ['say hello', 'sent'],
    ['say anyone', 'refused'],
  ])
})

it('keeps one demo key, and finds the demo panel again after a restart of the app', async () => {
  await core.start({ demo: true })
  await core.demo.add()
  expect(Object.keys(core.store.get().keys)).toHaveLength(1)
  await core.dispose()

  core = start()
  expect(servers()).toHaveLength(0)
  // The first request may meet a connection that died with the old panel, and is tried again after a moment.
  await settled(core.start({ demo: false }))
  expect(servers()).toHaveLength(8)
  await core.demo.open()
  expect(opened).toHaveLength(1)
  expect(opened[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open\?ticket=/)
})

it('adds one demo key, however many ask at once', async () => {
  await Promise.all([core.start({ demo: true }), core.demo.add(), core.demo.add()])
  expect(Object.keys(core.store.get().keys)).toHaveLength(1)
})

it('leaves no key of its own behind on the demo panel when it is removed and added again', async () => {
  await core.start({ demo: true })
  for (let round = 0; round < 3; round += 1) {
    await removeDemo()
    // The first request may meet a connection that ends with the old panel, and is tried again after a moment.
    expect(await settled(core.demo.add())).toMatchObject({ ok: true })
  }
  const file = JSON.parse(readFileSync(join(profile, 'demo-panel.json'), 'utf8'))
  expect(file.keys).toHaveLength(1)
})

it('stops the demo panel with its last key, and starts it again when it is wanted', async () => {
  await core.start({ demo: true })
  await core.demo.open()
  const origin = new URL(opened[0] ?? '').origin
  expect((await fetch(`${origin}/api/client`)).status).toBe(401)
  await removeDemo()
  await vi.waitFor(() => expect(fetch(`${origin}/api/client`)).rejects.toThrow('fetch failed'), { timeout: 20_000 })
  expect(await settled(core.demo.add())).toMatchObject({ ok: true })
  await core.demo.open()
  // The link starts a session, whose cookie only a browser would bring along to where it leads.
  expect(await fetch(opened[1] ?? '', { redirect: 'manual' })).toMatchObject({ status: 303 })
})

it('logs that the demo panel set a broken file aside, and starts it anew', async () => {
  writeFileSync(join(profile, 'demo-panel.json'), '{')
  await core.start({ demo: true })
  expect(log.lines.join('\n')).toContain('set aside')
  expect(servers()).toHaveLength(8)
})

it('makes the demo token anew when the vault was for one run only', async () => {
  await core.start({ demo: true })
  await core.dispose()
  vaultBackend = createMemoryBackend()
  core = start()
  await settled(core.start({ demo: false }))
  expect(Object.values(core.store.get().keys)).toMatchObject([{ health: { kind: 'works' } }])
  expect(servers()).toHaveLength(8)
})

it('writes no token in clear, and files for their owner only', async () => {
  await core.start({ demo: true })
  const keyId = Object.keys(core.store.get().keys)[0] ?? ''
  const token = (await vaultBackend.get(keyId)) ?? ''
  expect(token).toMatch(/^ptlc_/)
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThanOrEqual(2)
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    expect(readFileSync(path, 'utf8')).not.toContain(token)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
  }
  expect(JSON.stringify(core.store.get())).not.toContain(token)
  expect(log.lines.join('\n')).not.toContain(token)
})

it('adds a key by what a person pasted, and refuses the same token twice', async () => {
  await core.start({ demo: true })
  const token = (await vaultBackend.get(Object.keys(core.store.get().keys)[0] ?? '')) ?? ''
  const { baseUrl } = Object.values(core.store.get().panels)[0] ?? { baseUrl: '' }
  const web = `${new URL(baseUrl).origin}/server/a1b2c3d4`
  expect(await core.keys.registry.check({ address: web, token: `  ${token}\n` })).toMatchObject({
    ok: true,
    value: { baseUrl },
  })
  expect(await core.keys.registry.add({ address: web, token, label: 'Again' })).toMatchObject({
    error: { code: 'duplicate-key' },
  })
  expect(await core.keys.registry.add({ address: web, token: 'ptlc_wrong', label: 'Wrong' })).toMatchObject({
    error: { code: 'token-refused' },
  })
  expect(Object.keys(core.store.get().keys)).toHaveLength(1)
})

it('removes a key with its token and its servers; when the vault refuses, the entry stays', async () => {
  await core.start({ demo: true })
  const [key] = Object.values(core.store.get().keys)
  if (key === undefined) throw new Error('no key')
  const works = vaultBackend.delete
  vaultBackend.delete = async () => {
    throw new Error('locked')
  }
  expect(await core.keys.registry.remove(key.id)).toMatchObject({ error: { code: 'vault-failed' } })
  expect(Object.keys(core.store.get().keys)).toHaveLength(1)
  vaultBackend.delete = works
  expect(await core.keys.registry.remove(key.id)).toEqual(ok())
  expect(await vaultBackend.get(key.id)).toBeNull()
  const { keys, servers: left, panels } = core.store.get()
  expect([keys, left, panels]).toEqual([{}, {}, {}])
})

it('exports settings to a chosen file and takes them in again, each key without its token', async () => {
  await core.start({ demo: true })
  const text = JSON.stringify({
    version: 1,
    panels: [{ id: 'home', kind: 'remote', name: 'Home', baseUrl: 'https://panel.invalid/api/client' }],
    keys: [{ id: 'demo', panelId: 'home', label: 'Home', tokenIn: 'keychain' }],
    ciphertexts: {},
    lastUsed: null,
    windowBounds: null,
  })
  expect(await core.settings.importExport.importFromFile()).toEqual({ ok: true, value: null })
  chosen = join(profile, 'shared.json')
  writeFileSync(chosen, text)
  expect(await core.settings.importExport.importFromFile()).toEqual({ ok: true, value: { added: 1, known: 0 } })
  expect(await core.settings.importExport.importFromFile()).toEqual({ ok: true, value: { added: 0, known: 1 } })
  const imported = () => Object.values(core.store.get().keys).find((key) => key.label === 'Home')
  expect(imported()).toMatchObject({ tokenIn: null })
  await until(() => imported()?.health.kind === 'failing')
  expect(imported()?.health).toMatchObject({
    error: { code: 'token-unreadable', message: 'This key has no token yet.' },
  })

  chosen = join(profile, 'export.json')
  expect(await core.settings.importExport.exportToFile()).toEqual({ ok: true, value: { file: 'export.json' } })
  const exported = JSON.parse(readFileSync(chosen, 'utf8'))
  expect(exported.panels.map((panel: { baseUrl: string }) => panel.baseUrl)).toEqual([
    'https://panel.invalid/api/client',
  ])
  chosen = profile
  expect(await core.settings.importExport.exportToFile()).toMatchObject({ error: { code: 'storage-failed' } })
  expect(await core.settings.importExport.importFromFile()).toMatchObject({ error: { code: 'import-refused' } })
  expect(core.diagnostics.describe()).toContain('token-unreadable: 1')
  expect(core.diagnostics.describe()).not.toContain('panel.invalid')
})

it('keeps a backup after a good start, and follows what another program writes', async () => {
  await core.start({ demo: true })
  expect(readFileSync(join(profile, 'settings.backup.json'), 'utf8')).toBe(
    readFileSync(join(profile, 'settings.json'), 'utf8'),
  )
  const other = openSettings(profile, { role: 'guest' }).settings
  other.update((now) => ({ ...now, keys: [] }))
  settings.reload()
  expect(core.store.get().keys).toEqual({})
  expect(servers()).toEqual([])
})

it('shows what the settings have to tell, until it is dismissed', async () => {
  await core.dispose()
  writeFileSync(join(profile, 'settings.json'), '{"version":99}')
  core = start()
  expect(Object.keys(core.store.get().notices)).toEqual(['settings-newer'])
  notices.withdraw('settings-newer')
  expect(core.store.get().notices).toEqual({})
  expect(readFileSync(join(profile, 'settings.json'), 'utf8')).toBe('{"version":99}')
})
