import type { SafeStorage } from 'electron'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryBackend } from '../../../../electron/vault/backends/memory.ts'
import { createSafeStorageBackend } from '../../../../electron/vault/backends/safe-storage.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { keyId } from '../../../fixtures/state.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'
import { choose } from '../../../standin/choices.ts'
import { createSafeStorage } from '../../../standin/safe-storage.ts'

type Async = Pick<SafeStorage, 'decryptStringAsync'>
const electron = vi.hoisted(() => ({ safeStorage: {} as unknown }))
vi.mock('electron', () => electron)

const systems = ['linux', 'darwin', 'win32'] as const
const token = 'ptlc_theTokenOfThisTest'
const key = keyId('key-1')
const folder = setUpFolder()

afterEach(() => {
  choose({ safeStorage: 'none' })
})

function setUp(platform: NodeJS.Platform, change: Partial<Async> = {}) {
  electron.safeStorage = Object.assign(createSafeStorage({ getPath: () => folder() }, platform), change)
  const kept = new Map<string, string>()
  const store = {
    read: (account: string) => kept.get(account) ?? null,
    async write(account: string, text: string | null) {
      if (text === null) kept.delete(account)
      else kept.set(account, text)
    },
  }
  const backend = createSafeStorageBackend(store, platform)
  const vault = createVault({
    backends: [backend, createMemoryBackend()],
    clock: createFakeClock(),
    log: createTestLog(),
  })
  return { kept, backend, vault }
}

describe.each(systems)('on %s', (platform) => {
  it('with a keyring: keeps tokens as ciphertext only, and leaves nothing behind', async () => {
    choose({ safeStorage: 'works' })
    const { vault, kept } = setUp(platform)
    expect(await vault.ready()).toBe('safe-storage')
    expect(kept.size).toBe(0)
    expect(await vault.set(key, token, 'safe-storage')).toEqual({ ok: true })
    expect(Buffer.from(kept.get(key) ?? '', 'base64').toString('latin1')).not.toContain(token)
    expect(await vault.get(key, 'safe-storage')).toEqual({ ok: true, value: token })
    expect(await vault.delete(key, 'safe-storage')).toEqual({ ok: true })
    expect(kept.size).toBe(0)
  })

  it('without one: takes no token, whatever safeStorage says of itself', async () => {
    const { vault, kept } = setUp(platform)
    expect(await vault.ready()).toBe('memory')
    expect(await vault.set(key, token, 'safe-storage')).toMatchObject({ error: { code: 'vault-failed' } })
    expect(kept.size).toBe(0)
  })

  it('with a locked one: says that the token cannot be read, and gives it once the keyring is open', async () => {
    choose({ safeStorage: 'works' })
    const { vault, kept } = setUp(platform)
    await vault.set(key, token, 'safe-storage')
    const before = kept.get(key)
    choose({ safeStorage: 'locked' })
    expect(await vault.get(key, 'safe-storage')).toMatchObject({ error: { code: 'token-unreadable' } })
    expect(kept.get(key)).toBe(before)
    choose({ safeStorage: 'works' })
    expect(await vault.get(key, 'safe-storage')).toEqual({ ok: true, value: token })
  })
})

it('nothing of safeStorage’s synchronous calls is used: they stop the process, and go with Electron 46', async () => {
  choose({ safeStorage: 'works' })
  const { backend } = setUp('linux')
  await backend.set(key, token)
  await backend.get(key)
  expect(Object.keys(electron.safeStorage as object)).toEqual([
    'isAsyncEncryptionAvailable',
    'encryptStringAsync',
    'decryptStringAsync',
  ])
})

describe('a key of the system’s that was changed', () => {
  const old = Buffer.from('v11 under the old key')
  const changed = { decryptStringAsync: async () => ({ shouldReEncrypt: true, result: token }) }

  it('is followed: what was read is encrypted anew', async () => {
    choose({ safeStorage: 'works' })
    const { backend, kept } = setUp('linux', changed)
    kept.set(key, old.toString('base64'))
    expect(await backend.get(key)).toBe(token)
    expect(kept.get(key)).not.toBe(old.toString('base64'))
  })

  it('does not keep the token from being read where that fails', async () => {
    const { backend, kept } = setUp('linux', changed)
    kept.set(key, old.toString('base64'))
    expect(await backend.get(key)).toBe(token)
    expect(kept.get(key)).toBe(old.toString('base64'))
  })

  it('overwrites no token that was stored meanwhile', async () => {
    choose({ safeStorage: 'works' })
    const { backend, kept } = setUp('linux', {
      async decryptStringAsync() {
        kept.set(key, 'newer')
        return { shouldReEncrypt: true, result: token }
      },
    })
    kept.set(key, old.toString('base64'))
    expect(await backend.get(key)).toBe(token)
    expect(kept.get(key)).toBe('newer')
  })
})
