import { describe, expect, it } from 'vitest'
import type { VaultBackend } from '../../../../electron/vault/backend.ts'
import { createMemoryBackend } from '../../../../electron/vault/backends/memory.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { keyId } from '../../../fixtures/state.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const never = () => new Promise<never>(() => {})
const broken = async () => {
  throw new Error('no keyring')
}
const backend = (change: Partial<VaultBackend>): VaultBackend => ({
  ...createMemoryBackend(),
  name: 'keychain',
  ...change,
})

function setUp(first: VaultBackend) {
  const log = createTestLog()
  const clock = createFakeClock()
  return { log, clock, vault: createVault({ backends: [first, createMemoryBackend()], clock, log }) }
}

describe('vault', () => {
  it('takes the first backend that writes, reads and deletes', async () => {
    expect(await setUp(backend({})).vault.ready()).toBe('keychain')
  })

  it.each([
    ['cannot write', { set: broken }],
    ['cannot read', { get: broken }],
    ['reads something else', { get: async () => 'other' }],
    ['forgets', { get: async () => null }],
    ['cannot delete', { delete: broken }],
  ] satisfies [string, Partial<VaultBackend>][])('passes over one that %s', async (_, change) => {
    expect(await setUp(backend(change)).vault.ready()).toBe('memory')
  })

  it('passes over one that does not answer in time, and stays usable', async () => {
    const { vault, clock } = setUp(backend({ set: never }))
    const ready = vault.ready()
    await clock.advance(4_000)
    expect(await ready).toBe('memory')
  })

  it('leaves nothing of its probe behind', async () => {
    const kept = new Map<string, string>()
    const { vault } = setUp(
      backend({
        set: async (account, secret) => void kept.set(account, secret),
        get: async (account) => kept.get(account) ?? null,
        delete: async (account) => void kept.delete(account),
      }),
    )
    await vault.ready()
    expect(kept.size).toBe(0)
  })

  it('keeps a token under its key and reads it back', async () => {
    const { vault } = setUp(backend({}))
    expect(await vault.set(keyId('one'), 'secret-1')).toEqual({ ok: true, value: 'keychain' })
    await vault.set(keyId('two'), 'secret-2')
    expect(await vault.get(keyId('one'), 'keychain')).toEqual({ ok: true, value: 'secret-1' })
    await vault.delete(keyId('one'), 'keychain')
    expect(await vault.get(keyId('one'), 'keychain')).toMatchObject({ error: { code: 'token-unreadable' } })
    expect(await vault.get(keyId('two'), 'keychain')).toEqual({ ok: true, value: 'secret-2' })
  })

  it('says that a token cannot be read where its backend is gone, and does not look elsewhere', async () => {
    const { vault } = setUp(backend({ set: broken }))
    expect(await vault.get(keyId('one'), 'safe-storage')).toMatchObject({ error: { code: 'token-unreadable' } })
  })

  it('names no secret in the log when a write fails later', async () => {
    let works = true
    const inner = createMemoryBackend()
    const { vault, log } = setUp(
      backend({ ...inner, name: 'keychain', set: (a, s) => (works ? inner.set(a, s) : broken()) }),
    )
    await vault.ready()
    works = false
    expect(await vault.set(keyId('one'), 'ptlc_topsecret')).toMatchObject({ error: { code: 'vault-failed' } })
    expect(log.lines.join('\n')).not.toContain('topsecret')
  })
})
