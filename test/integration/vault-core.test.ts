import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import type { VaultBackend } from '../../electron/vault/backend.ts'
import { createMemoryBackend } from '../../electron/vault/backends/memory.ts'
import type { Backends } from '../../electron/vault/selection.ts'
import { createVault } from '../../electron/vault/vault.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { keyIdSchema, panelIdSchema } from '../../shared/model/identifier-schema.ts'
import { ok } from '../../shared/result.ts'
import { eventually } from '../fixtures/eventually.ts'
import { type FaultPanel, json, serverList } from '../fixtures/fault-panel.ts'
import { openCore } from '../fixtures/open-core.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { openSettings } from '../fixtures/settings.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'

let profile: string
let panel: FaultPanel
let core: Core

function createWith(...backends: Backends): Core {
  const log = createTestLog()
  return openCore(profile, {
    log,
    vault: createVault({ backends, clock: systemClock, log, probeMs: 500, readMs: 500 }),
  })
}

/** Settings that say of each of these keys that its token is in the keychain. */
function keepKeys(ids: readonly KeyId[]): void {
  const id = panelIdSchema.parse('home')
  const access = { allowsHttp: false, trustedCertificate: null }
  openSettings(profile).settings.update((now) => ({
    ...now,
    panels: [{ id, kind: 'remote', name: 'Home', baseUrl: panel.baseUrl, ...access }],
    keys: ids.map((keyId) => ({ id: keyId, panelId: id, label: keyId, tokenIn: 'keychain', permissions: null })),
  }))
}

beforeEach(async () => {
  profile = temporaryFolder()
  panel = await openFaultPanel()
  panel.respond(json(200, serverList([])))
})
afterEach(async () => {
  await core.dispose()
})

it('reads each of 50 tokens once at start, and none before its first use', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => keyIdSchema.parse(`key-${index}`))
  keepKeys(ids)
  const inner = createMemoryBackend()
  for (const id of ids) await inner.set(id, `ptlc_${id}`)
  const reads = new Map<string, number>()
  const keychain: VaultBackend = {
    ...inner,
    name: 'keychain',
    get(account) {
      if (account.startsWith('key-')) reads.set(account, (reads.get(account) ?? 0) + 1)
      return inner.get(account)
    },
  }
  core = createWith(keychain)
  await core.keys.registry.tidy()
  expect(core.store.get().vault.backend).toBe('keychain')
  expect(reads.size).toBe(0)

  await core.start({ demo: false })
  expect(Object.values(core.store.get().keys).every((key) => key.health.kind === 'works')).toBe(true)
  expect([...reads.values()]).toEqual(ids.map(() => 1))
  expect(panel.requests).toHaveLength(50)
})

it('keeps a token in memory only after a yes, which it asks once', async () => {
  const input = { address: panel.baseUrl, token: 'ptlc_one', label: 'One' }
  core = createWith(createMemoryBackend())
  await core.start({ demo: false })
  expect(await core.keys.registry.add(input)).toMatchObject({ error: { code: 'weaker-storage' } })
  expect(core.store.get()).toMatchObject({ vault: { backend: 'memory', isWeak: true, consented: false }, keys: {} })
  expect(core.vault.allowWeaker()).toEqual(ok())
  expect(core.store.get().vault.consented).toBe(true)
  expect(await core.keys.registry.add(input)).toMatchObject({ ok: true })
  await core.dispose()

  core = createWith(createMemoryBackend())
  await core.start({ demo: false })
  const [key] = Object.values(core.store.get().keys)
  if (key === undefined) throw new Error('the key is gone')
  // The entry of a token that lasted for one run stays, and says what to do.
  expect(key.health).toMatchObject({ kind: 'failing', error: { code: 'token-unreadable' } })
  expect(core.store.get().vault.consented).toBe(true)
  expect(await core.keys.registry.replaceToken(key.id, 'ptlc_two')).toMatchObject({ ok: true })
})

it('adds the demo key without a question, and asks for a real one still', async () => {
  core = createWith(createMemoryBackend())
  await core.start({ demo: false })
  expect(await core.demo.add()).toMatchObject({ ok: true })
  expect(core.store.get().vault.consented).toBe(false)
  const input = { address: panel.baseUrl, token: 'ptlc_one', label: 'One' }
  expect(await core.keys.registry.add(input)).toMatchObject({ error: { code: 'weaker-storage' } })
})

it('starts and reads what is kept elsewhere while a keyring asks the person', async () => {
  const asking = () => new Promise<never>(() => {})
  core = createWith({ name: 'keychain', set: asking, get: asking, delete: asking }, createMemoryBackend())
  await core.start({ demo: true })
  expect(core.store.get().vault.backend).toBe('memory')
  expect(Object.values(core.store.get().keys)).toMatchObject([{ tokenIn: 'memory', health: { kind: 'works' } }])
})

it('reads the keys of a locked keyring by itself once the person has unlocked it', async () => {
  const id = keyIdSchema.parse('home-key')
  keepKeys([id])
  const inner = createMemoryBackend()
  await inner.set(id, 'ptlc_one')
  const unlocked = Promise.withResolvers<void>()
  const keyring: VaultBackend = {
    name: 'keychain',
    get: (account) => unlocked.promise.then(() => inner.get(account)),
    set: (account, secret) => unlocked.promise.then(() => inner.set(account, secret)),
    delete: (account) => unlocked.promise.then(() => inner.delete(account)),
  }
  core = createWith(keyring, createMemoryBackend())
  const health = () => core.store.get().keys[id]?.health
  await core.start({ demo: false })
  expect(health()).toMatchObject({ kind: 'failing', error: { code: 'token-unreadable' } })
  expect(panel.requests).toHaveLength(0)
  unlocked.resolve()
  await eventually(() => expect(health()).toMatchObject({ kind: 'works' }))
})
