import { describe, expect, it } from 'vitest'
import { createKeyRegistry } from '../../../../electron/keys/registry.ts'
import type { ServerList } from '../../../../electron/panel/types.ts'
import { defaultSettings, type Settings } from '../../../../electron/settings/schema.ts'
import type { SettingsStore } from '../../../../electron/settings/settings.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { VaultBackend } from '../../../../electron/vault/backend.ts'
import { createMemoryBackend } from '../../../../electron/vault/backends/memory.ts'
import { createTokenStore } from '../../../../electron/vault/token-store.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import type { KeyId } from '../../../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { initialState } from '../../../../shared/state/initial-state.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { keyId, panelId } from '../../../fixtures/state.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const baseUrl = 'https://panel.example.com/api/client'
const list: ServerList = { servers: [], leftOut: { unusable: 0, beyondBound: 0 }, dialect: 'core' }

function memorySettings(first: Partial<Settings> = {}): SettingsStore & { isFull: boolean } {
  let settings = { ...defaultSettings, ...first }
  return {
    isFull: false,
    get: () => settings,
    blocked: () => null,
    backUp: () => undefined,
    reload: () => undefined,
    onForeignChange: () => () => undefined,
    update(change) {
      if (this.isFull) return fail('storage-failed')
      settings = change(settings)
      return ok()
    },
  }
}

function setUp(first: Partial<Settings> = {}) {
  const clock = createFakeClock()
  const log = createTestLog()
  const settings = memorySettings(first)
  const keychain: VaultBackend = { ...createMemoryBackend(), name: 'keychain' }
  const memory = createMemoryBackend()
  const store = createStore(initialState({ version: '0', platform: 'linux', lastUsed: null }))
  let count = 0
  const probed: string[] = []
  const clients: { baseUrl: string; readToken: () => Promise<Result<string>> }[] = []
  let probing: Promise<unknown> = Promise.resolve()
  const registry = createKeyRegistry({
    store,
    settings,
    clock,
    tokenStore: createTokenStore({
      settings,
      vault: createVault({ backends: [keychain, memory], clock, log }),
      consented: true,
    }),
    newId: () => `id-${++count}`,
    async probe(address) {
      probed.push(address)
      await probing
      return ok({ baseUrl, list })
    },
    createClient(at, readToken) {
      clients.push({ baseUrl: at, readToken })
      return createFakeClient()
    },
  })
  registry.load()
  return {
    registry,
    settings,
    store,
    keychain,
    memory,
    probed,
    clients,
    /** Holds every test call until the returned function is called. */
    holdProbe(): () => void {
      const held = Promise.withResolvers<void>()
      probing = held.promise
      return held.resolve
    },
  }
}

const asRuled = { allowsHttp: false, trustedCertificate: null }
const panels: Settings['panels'] = [{ id: panelId('home'), kind: 'remote', name: 'panel', baseUrl, ...asRuled }]
const entry = (id: string, tokenIn: 'keychain' | 'memory' = 'keychain') => ({
  id: keyId(id),
  panelId: panelId('home'),
  label: id,
  tokenIn,
  permissions: null,
})

it('a panel whose name in the settings shows nothing goes by its host', () => {
  const [panel] = panels
  if (panel === undefined) throw new Error('no panel')
  const { store } = setUp({ panels: [{ ...panel, name: '\u200b\u3164' }] })
  expect(store.get().panels[panel.id]?.name).toBe(new URL(baseUrl).host)
})

describe('two adds at once', () => {
  it('list one token once', async () => {
    const { registry, settings } = setUp()
    const input = { address: baseUrl, token: 'one-token', label: 'Key' }
    const results = await Promise.all([registry.add(input), registry.add(input)])
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual(['ok', 'duplicate-key'])
    expect(settings.get().keys).toHaveLength(1)
  })

  it('put two keys of one panel under one panel', async () => {
    const { registry, settings } = setUp()
    const add = (token: string) => registry.add({ address: baseUrl, token, label: token })
    await Promise.all([add('token-a'), add('token-b')])
    expect(settings.get().panels).toHaveLength(1)
    expect(settings.get().keys.map((key) => key.panelId)).toEqual(['id-1', 'id-1'])
  })
})

describe('a new token', () => {
  it('leaves no secret behind when the key was removed during the test call', async () => {
    const { registry, keychain, holdProbe } = setUp({ panels, keys: [entry('key-1')] })
    const release = holdProbe()
    const replacing = registry.replaceToken(keyId('key-1'), 'new-token')
    await registry.remove(keyId('key-1'))
    release()
    expect(await replacing).toMatchObject({ error: { code: 'unknown-key' } })
    expect(await keychain.get('key-1')).toBeNull()
  })

  it('is refused when another key of the panel has it', async () => {
    const { registry, keychain } = setUp({ panels, keys: [entry('key-1'), entry('key-2')] })
    await keychain.set('key-2', 'known')
    expect(await registry.replaceToken(keyId('key-1'), 'known')).toMatchObject({ error: { code: 'duplicate-key' } })
    expect(await registry.replaceToken(keyId('key-2'), 'known')).toMatchObject({ ok: true })
  })

  it('moves to the better vault, and the old place is cleared', async () => {
    const { registry, keychain, memory, settings } = setUp({ panels, keys: [entry('key-1', 'memory')] })
    await memory.set('key-1', 'old')
    expect(await registry.replaceToken(keyId('key-1'), 'new')).toMatchObject({ ok: true })
    expect([await keychain.get('key-1'), await memory.get('key-1')]).toEqual(['new', null])
    expect(settings.get().keys[0]?.tokenIn).toBe('keychain')
  })

  it('is taken back out of a vault that could not be noted', async () => {
    const { registry, keychain, memory, settings } = setUp({ panels, keys: [entry('key-1', 'memory')] })
    await memory.set('key-1', 'old')
    settings.isFull = true
    expect(await registry.replaceToken(keyId('key-1'), 'new')).toMatchObject({ error: { code: 'storage-failed' } })
    expect([await keychain.get('key-1'), await memory.get('key-1')]).toEqual([null, 'old'])
  })
})

describe('the demo panel', () => {
  const demo: Partial<Settings> = {
    panels: [
      { id: panelId('demo'), kind: 'demo', name: 'Demo panel', baseUrl: 'http://127.0.0.1:1/api/client', ...asRuled },
    ],
    keys: [{ ...entry('key-1'), panelId: panelId('demo') }],
  }
  const moved = 'http://127.0.0.1:2/api/client'
  const id: KeyId = keyId('key-1')

  it('gets no token at the port of an earlier run, which another program may have', async () => {
    const { registry, keychain, clients, probed } = setUp(demo)
    await keychain.set('key-1', 'secret')
    registry.clientFor(id)
    expect(await clients[0]?.readToken()).toMatchObject({ error: { code: 'demo-failed' } })
    expect(await registry.replaceToken(id, 'secret')).toMatchObject({ error: { code: 'demo-failed' } })
    expect(probed).toEqual([])
  })

  it.each([false, true])(
    'is asked at its new port, also when that cannot be written (disk full: %s)',
    async (isFull) => {
      const { registry, keychain, clients, settings } = setUp(demo)
      await keychain.set('key-1', 'secret')
      settings.isFull = isFull
      registry.moveDemo(moved)
      registry.clientFor(id)
      expect(clients.at(-1)?.baseUrl).toBe(moved)
      expect(await clients.at(-1)?.readToken()).toEqual(ok('secret'))
    },
  )
})

describe('what a person allows a panel', () => {
  const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
  const input = { address: baseUrl, token: 'a-token', label: 'Key' }

  it('stays with the panel as it is when the key is stored, whatever changed during the test call', async () => {
    const { registry, settings, holdProbe } = setUp({ panels, keys: [entry('key-1')] })
    const release = holdProbe()
    const adding = registry.add(input)
    settings.update((now) => ({ ...now, panels: now.panels.map((panel) => ({ ...panel, name: 'renamed' })) }))
    release()
    expect(await adding).toMatchObject({ ok: true })
    expect(settings.get().panels).toMatchObject([{ name: 'renamed', trustedCertificate: null }])
    expect(await registry.add({ ...input, token: 'b-token', fingerprint, allowsHttp: true })).toMatchObject({
      ok: true,
    })
    expect(settings.get().panels).toMatchObject([{ trustedCertificate: { fingerprint }, allowsHttp: false }])
    expect(await registry.add({ ...input, token: 'c-token' })).toMatchObject({ ok: true })
    expect(settings.get().panels).toMatchObject([{ trustedCertificate: { fingerprint } }])
  })
})

describe('a token that cannot be one', () => {
  it.each(['  ', 'ptlc_0123 4567', 'ptlc_0123\n4567', 'ptlc_0123\u200b4567', 'ключ'])(
    '%j is not sent',
    async (token) => {
      const { registry, probed } = setUp({ panels, keys: [entry('key-1')] })
      const refused = { error: { code: 'invalid-token' } }
      expect(await registry.check({ address: baseUrl, token })).toMatchObject(refused)
      expect(await registry.add({ address: baseUrl, token, label: 'Key' })).toMatchObject(refused)
      expect(await registry.replaceToken(keyId('key-1'), token)).toMatchObject(refused)
      expect(probed).toEqual([])
    },
  )

  it.each(['ptlc_short', 'ptla_application', ' spaced-around\n'])(
    '%j is sent when the person says so',
    async (token) => {
      const { registry, probed } = setUp()
      expect(await registry.check({ address: baseUrl, token })).toMatchObject({ ok: true })
      expect(probed).toHaveLength(1)
    },
  )
})
