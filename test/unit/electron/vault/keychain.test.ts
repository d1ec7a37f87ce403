import { describe, expect, it } from 'vitest'
import { createKeychainBackend, type Keytar } from '../../../../electron/vault/backends/keychain.ts'

/** A Secret Service as keytar shows it: while locked it finds nothing, deletes nothing and refuses writes. */
function secretService() {
  const entries = new Map<string, string>()
  const service = { isLocked: false, running: 0, most: 0, hold: Promise.resolve() }
  async function call<T>(answer: () => T): Promise<T> {
    service.running += 1
    service.most = Math.max(service.most, service.running)
    await service.hold
    service.running -= 1
    return answer()
  }
  const keytar: Keytar = {
    setPassword: (_, account, password) =>
      call(() => {
        if (service.isLocked) throw new Error('Cannot create an item in a locked collection')
        entries.set(account, password)
      }),
    getPassword: (_, account) => call(() => (service.isLocked ? null : (entries.get(account) ?? null))),
    deletePassword: (_, account) => call(() => !service.isLocked && entries.delete(account)),
  }
  return { service, entries, backend: createKeychainBackend('test', async () => keytar) }
}

describe('keychain backend', () => {
  it('deletes what is there, and is content where nothing is', async () => {
    const { backend, entries } = secretService()
    await backend.set('one', 'secret')
    await backend.delete('one')
    await backend.delete('one')
    expect(entries.size).toBe(0)
  })

  it('does not call a token deleted that a locked keyring hides', async () => {
    const { backend, service, entries } = secretService()
    await backend.set('one', 'secret')
    service.isLocked = true
    await expect(backend.delete('one')).rejects.toThrow('locked')
    expect([...entries.keys()]).toEqual(['one'])
  })

  it('makes one call at a time, and none whose asker has given up', async () => {
    const { backend, service } = secretService()
    let release = () => {}
    service.hold = new Promise((resolve) => {
      release = resolve
    })
    const givenUp = new AbortController()
    const first = backend.set('one', 'secret')
    const skipped = backend.get('one', givenUp.signal)
    const last = backend.get('one')
    givenUp.abort()
    expect(backend.isBusy()).toBe(true)
    release()
    await expect(skipped).rejects.toThrow()
    await first
    expect(await last).toBe('secret')
    expect(service.most).toBe(1)
    expect(backend.isBusy()).toBe(false)
  })
})
