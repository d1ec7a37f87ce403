import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VaultBackend } from '../../electron/vault/backend.ts'
import { createMemoryBackend } from '../../electron/vault/backends/memory.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { type SecretService, startSecretService, whyNoSecretService } from '../fixtures/secret-service.ts'
import { openSettings } from '../fixtures/settings.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { startVaultRun, type VaultRun } from '../fixtures/vault-profile.ts'
import { unless } from '../report/unless.ts'

const reason = whyNoSecretService()

const address = 'https://panel.example.com/api/client'
let service: SecretService
let profile: string
let clock: FakeClock

/** One run of the app's keys. Its limits never pass by themselves, however slow the machine. */
const start = (keychain: VaultBackend, consented = false): VaultRun =>
  startVaultRun({
    settings: openSettings(profile).settings,
    backends: [keychain, createMemoryBackend()],
    clock,
    consented,
  })

async function add(run: VaultRun, token: string): Promise<KeyId> {
  const added = await run.registry.add({ address, token, label: 'Home' })
  if (!added.ok) throw new Error(added.error.message)
  return added.value.keyId
}

/** What comes of a call that the keyring leaves unanswered: lets time pass until it is given up. */
async function givenUp<T>(call: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  void call.then(over, over)
  while (!isOver) await clock.advance(1_000)
  return call
}

const value = (token: string) => ({ ok: true, value: token })
const failed = (code: string) => ({ ok: false, error: { code } })
const placeOf = (run: VaultRun, keyId: KeyId) => run.settings.get().keys.find((key) => key.id === keyId)?.tokenIn

beforeEach(() => {
  profile = temporaryFolder()
  clock = createFakeClock()
})
afterEach(async () => {
  await service.dispose()
})

describe('a real Secret Service', unless(reason), () => {
  it('keeps, replaces and removes the tokens of two keys, over a restart of the app', async () => {
    service = await startSecretService()
    await service.startKeyring()
    const first = service.keychain()
    const run = start(first)
    const one = await add(run, 'ptlc_one')
    const two = await add(run, 'ptlc_two')
    expect([placeOf(run, one), placeOf(run, two)]).toEqual(['keychain', 'keychain'])
    expect((await run.registry.replaceToken(one, 'ptlc_new')).ok).toBe(true)
    await first.end()

    const second = service.keychain()
    const later = start(second)
    expect(await later.tokenStore.read(one)).toEqual(value('ptlc_new'))
    expect(await later.tokenStore.read(two)).toEqual(value('ptlc_two'))
    expect((await later.registry.remove(one)).ok).toBe(true)
    expect(await second.get(one)).toBeNull()
    expect(await later.tokenStore.read(two)).toEqual(value('ptlc_two'))
    expect(await second.get('servertray-probe')).toBeNull()
    expect(later.settings.get().pendingDeletions).toEqual([])
  })

  it('keeps two profiles apart', async () => {
    service = await startSecretService()
    await service.startKeyring()
    const [mine, other] = [service.keychain('Servertray a'), service.keychain('Servertray b')]
    await mine.set('key', 'ptlc_mine')
    await other.set('key', 'ptlc_other')
    await other.delete('key')
    expect([await mine.get('key'), await other.get('key')]).toEqual(['ptlc_mine', null])
  })

  it('goes on without a locked keyring whose question nobody answers, and deletes nothing', async () => {
    service = await startSecretService({ prompts: 'wait' })
    await service.startKeyring()
    const before = start(service.keychain())
    const key = await add(before, 'ptlc_one')
    await service.lock()

    const run = start(service.keychain())
    const ready = run.vault.ready()
    await expect.poll(service.promptCount).toBe(1)
    expect(await givenUp(ready)).toBe('memory')
    expect(await givenUp(run.tokenStore.read(key))).toMatchObject(failed('token-unreadable'))
    const other = await givenUp(run.registry.add({ address, token: 'ptlc_two', label: 'Two' }))
    expect(other).toMatchObject(failed('weaker-storage'))
    await run.registry.tidy()
    expect(placeOf(run, key)).toBe('keychain')
    // One question at a time: the read and the second try wait behind the probe, and ask nothing more.
    expect(service.promptCount()).toBe(1)

    await service.unlock()
    service.dismissPrompts()
    await expect.poll(() => run.tokenStore.read(key)).toEqual(value('ptlc_one'))
    // Asked to keep a token, the vault tries the keyring again before it asks for less.
    expect(placeOf(run, await add(run, 'ptlc_two'))).toBe('keychain')
  })

  it('does not take a locked keyring for an empty one: a removal it refuses leaves the entry', async () => {
    service = await startSecretService({ prompts: 'refuse' })
    await service.startKeyring()
    const keychain = service.keychain()
    const run = start(keychain)
    const key = await add(run, 'ptlc_one')
    await service.lock()
    expect(await keychain.get(key)).toBeNull()
    expect(await run.registry.remove(key)).toMatchObject(failed('vault-failed'))
    expect(placeOf(run, key)).toBe('keychain')
    await service.unlock()
    expect(await run.tokenStore.read(key)).toEqual(value('ptlc_one'))
    expect(run.settings.get().pendingDeletions).toEqual([])
    expect(await run.registry.remove(key)).toMatchObject({ ok: true })
    expect(await keychain.get(key)).toBeNull()
  })

  it('refuses a write: the new token is not listed, the old one stays', async () => {
    service = await startSecretService({ prompts: 'refuse' })
    await service.startKeyring()
    const run = start(service.keychain())
    const key = await add(run, 'ptlc_one')
    await service.lock()
    expect(await run.registry.add({ address, token: 'ptlc_two', label: 'Two' })).toMatchObject(failed('vault-failed'))
    expect(await run.registry.replaceToken(key, 'ptlc_new')).toMatchObject(failed('vault-failed'))
    expect(run.settings.get().keys).toHaveLength(1)
    await service.unlock()
    expect(await run.tokenStore.read(key)).toEqual(value('ptlc_one'))
    await run.registry.tidy()
    expect(run.settings.get().pendingDeletions).toEqual([])
  })

  it('goes on where there is none, with memory after a yes', async () => {
    service = await startSecretService()
    const run = start(service.keychain())
    expect(await run.vault.ready()).toBe('memory')
    const input = { address, token: 'ptlc_one', label: 'One' }
    expect(await run.registry.add(input)).toMatchObject(failed('weaker-storage'))
    expect(run.settings.get().keys).toEqual([])
    expect(run.tokenStore.consent()).toMatchObject({ ok: true })
    expect(await run.registry.add(input)).toMatchObject({ ok: true })
  })

  it('fails in words when the daemon dies midway, and the next run reads again', async () => {
    service = await startSecretService()
    await service.startKeyring()
    const run = start(service.keychain())
    const key = await add(run, 'ptlc_one')
    await service.killKeyring()
    expect(await run.tokenStore.read(key)).toMatchObject(failed('token-unreadable'))
    expect(await run.registry.add({ address, token: 'ptlc_two', label: 'Two' })).toMatchObject(failed('vault-failed'))
    expect(await run.registry.remove(key)).toMatchObject(failed('vault-failed'))
    await service.startKeyring()
    // Without GLib's main loop, as here, a process does not learn of the daemon's new address.
    const later = start(service.keychain())
    expect(await later.tokenStore.read(key)).toEqual(value('ptlc_one'))
    await later.registry.tidy()
    expect(later.settings.get().pendingDeletions).toEqual([])
  })

  it('follows a switch of backend: taken over from memory, unreadable while gone, readable when back', async () => {
    service = await startSecretService()
    const keychain = service.keychain()
    const run = start(keychain, true)
    const key = await add(run, 'ptlc_one')
    expect(placeOf(run, key)).toBe('memory')

    await service.startKeyring()
    expect(placeOf(run, await add(run, 'ptlc_two'))).toBe('memory')
    expect(await run.vault.choose(false)).toEqual({ ok: true, value: 'keychain' })
    await run.registry.tidy()
    expect(run.settings.get().keys.map((entry) => entry.tokenIn)).toEqual(['keychain', 'keychain'])
    expect(await keychain.get(key)).toBe('ptlc_one')
    expect(run.settings.get().pendingDeletions).toEqual([])

    await service.killKeyring()
    const without = start(service.keychain())
    await without.registry.tidy()
    expect(await without.vault.ready()).toBe('memory')
    expect(await without.tokenStore.read(key)).toMatchObject(failed('token-unreadable'))
    expect(placeOf(without, key)).toBe('keychain')

    await service.startKeyring()
    expect(await start(service.keychain()).tokenStore.read(key)).toEqual(value('ptlc_one'))
  })
})
