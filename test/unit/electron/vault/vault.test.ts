import { describe, expect, it } from 'vitest'
import type { VaultBackend } from '../../../../electron/vault/backend.ts'
import { createMemoryBackend } from '../../../../electron/vault/backends/memory.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { ok } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { keyId } from '../../../fixtures/state.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const broken = async () => {
  throw new Error('no keyring')
}
const backend = (change: Partial<VaultBackend>): VaultBackend => ({
  ...createMemoryBackend(),
  name: 'keychain',
  ...change,
})

/** A backend that answers nothing until the person opens it; then in the order it was asked. */
function lockedBackend() {
  const kept = new Map<string, string>()
  let asked: (() => void)[] = []
  let isOpen = false
  const opened = () => (isOpen ? Promise.resolve() : new Promise<void>((resolve) => asked.push(resolve)))
  const counts = { set: 0, get: 0 }
  const locked = backend({
    async set(account, secret) {
      counts.set += 1
      await opened()
      kept.set(account, secret)
    },
    async get(account) {
      counts.get += 1
      await opened()
      return kept.get(account) ?? null
    },
    async delete(account) {
      await opened()
      kept.delete(account)
    },
  })
  const unlock = () => {
    isOpen = true
    for (const resolve of asked) resolve()
    asked = []
  }
  return { locked, unlock, kept, counts }
}

function setUp(first: VaultBackend) {
  const log = createTestLog()
  const clock = createFakeClock()
  return { log, clock, vault: createVault({ backends: [first, createMemoryBackend()], clock, log }) }
}

describe('vault', () => {
  it.each([
    ['cannot write', { set: broken }],
    ['cannot read', { get: broken }],
    ['reads something else', { get: async () => 'other' }],
    ['forgets', { get: async () => null }],
    ['cannot delete', { delete: broken }],
  ] satisfies [string, Partial<VaultBackend>][])('passes over one that %s', async (_, change) => {
    expect(await setUp(backend(change)).vault.ready()).toBe('memory')
  })

  it('takes up a backend whose probe passes late, tells it once, and leaves nothing of the probe', async () => {
    const { locked, unlock, kept, counts } = lockedBackend()
    const { vault, clock } = setUp(locked)
    const told: string[] = []
    vault.onChange((name) => told.push(name))
    const ready = vault.ready()
    await clock.advance(4_000)
    expect(await ready).toBe('memory')
    unlock()
    await clock.advance(0)
    expect(await vault.ready()).toBe('keychain')
    expect(told).toEqual(['memory', 'keychain'])
    expect([...kept.keys()]).toEqual([])
    expect(counts.set).toBe(1)
    expect(clock.pending()).toBe(0)
  })

  it('stays where it is when a late probe fails, and the failure breaks nothing', async () => {
    let refuse = (_: Error) => {}
    const { vault, clock } = setUp(
      backend({
        set: () =>
          new Promise((_, reject) => {
            refuse = reject
          }),
      }),
    )
    const ready = vault.ready()
    await clock.advance(4_000)
    await ready
    refuse(new Error('dismissed'))
    await clock.advance(0)
    expect(await vault.ready()).toBe('memory')
  })

  it('deletes what its probe wrote even where it cannot be read', async () => {
    const kept = new Map<string, string>()
    const { vault } = setUp(
      backend({
        set: async (account, secret) => void kept.set(account, secret),
        get: broken,
        delete: async (account) => void kept.delete(account),
      }),
    )
    expect(await vault.ready()).toBe('memory')
    expect(kept.size).toBe(0)
  })

  it('asks for a yes before memory, but first tries what is better once more', async () => {
    let isThere = false
    const inner = createMemoryBackend()
    const { vault } = setUp(
      backend({ ...inner, name: 'keychain', set: (a, s) => (isThere ? inner.set(a, s) : broken()) }),
    )
    expect(await vault.choose(false)).toMatchObject({ error: { code: 'weaker-storage' } })
    expect(await vault.choose(true)).toEqual({ ok: true, value: 'memory' })
    isThere = true
    expect(await vault.choose(false)).toEqual({ ok: true, value: 'keychain' })
  })

  it('never asks a question twice that nobody has answered: choices share the probe', async () => {
    const { locked, counts } = lockedBackend()
    const { vault, clock } = setUp(locked)
    const choices = Promise.all([vault.choose(false), vault.choose(false)])
    await clock.advance(4_000)
    await clock.advance(4_000)
    expect(await choices).toMatchObject([{ ok: false }, { ok: false }])
    expect(counts.set).toBe(1)
  })

  it('gives up a read that takes too long, and asks nothing more until that one has ended', async () => {
    const { locked, unlock, kept, counts } = lockedBackend()
    kept.set('one', 'secret-1')
    const { vault, clock } = setUp(locked)
    const read = vault.get(keyId('one'), 'keychain')
    await clock.advance(10_000)
    expect(await read).toMatchObject({ error: { code: 'token-unreadable' } })
    expect(await vault.get(keyId('one'), 'keychain')).toMatchObject({ error: { code: 'token-unreadable' } })
    expect(counts.get).toBe(1)
    unlock()
    await clock.advance(0)
    expect(await vault.get(keyId('one'), 'keychain')).toEqual({ ok: true, value: 'secret-1' })
  })

  it('shares a read among those that ask meanwhile, and keeps nothing of it', async () => {
    const { locked, unlock, kept, counts } = lockedBackend()
    kept.set('one', 'secret-1')
    const { vault } = setUp(locked)
    const reads = Promise.all([vault.get(keyId('one'), 'keychain'), vault.get(keyId('one'), 'keychain')])
    unlock()
    expect(await reads).toEqual([ok('secret-1'), ok('secret-1')])
    expect(counts.get).toBe(1)
    kept.set('one', 'secret-2')
    expect(await vault.get(keyId('one'), 'keychain')).toEqual(ok('secret-2'))
  })

  it('joins no read from before a change', async () => {
    let answer = (_: string) => {}
    const kept = createMemoryBackend()
    let isFirst = true
    const slow = backend({
      ...kept,
      name: 'keychain',
      get(account) {
        if (!isFirst) return kept.get(account)
        isFirst = false
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    const { vault } = setUp(slow)
    const old = vault.get(keyId('one'), 'keychain')
    await vault.set(keyId('one'), 'secret-2', 'keychain')
    expect(await vault.get(keyId('one'), 'keychain')).toEqual(ok('secret-2'))
    answer('secret-1')
    expect(await old).toEqual(ok('secret-1'))
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
    expect(await vault.set(keyId('one'), 'ptlc_topsecret', 'keychain')).toMatchObject({
      error: { code: 'vault-failed' },
    })
    expect(log.lines.join('\n')).not.toContain('topsecret')
  })
})
