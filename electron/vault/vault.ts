import type { VaultBackendName } from '../../shared/keys/contract.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import { describeFailure } from '../log/logger.ts'
import { isWeak, type VaultBackend } from './backend.ts'
import { createSelection, type SelectionDeps } from './selection.ts'

const keptForOneRun = {
  message: 'The token of this key was kept for one run of the app only.',
  hint: 'Paste the token again with Replace token.',
}

const undeleted = { message: 'The token could not be deleted from the vault.' }

const placeOf = (backend: VaultBackendName, keyId: KeyId) => `${backend} ${keyId}`

/**
 * One interface over the system keychain, Electron's safeStorage and plain memory.
 * @param deps.readMs how long a read may take, in milliseconds
 */
export function createVault({ readMs = 10_000, ...deps }: SelectionDeps & { readMs?: number }) {
  const { backends, clock, log } = deps
  const selection = createSelection(deps)
  /** The overdue read of each backend, which most likely waits for a person at a locked keyring. */
  const overdue = new Map<VaultBackend, Promise<unknown>>()
  /** Reads under way. A second read of the same token joins the first, since each might ask the person once more. */
  const underWay = new Map<string, Promise<string | null>>()

  /** Also null while an earlier read is overdue: asking again would only pile up prompts. */
  async function read(backend: VaultBackend, account: string): Promise<string | null> {
    if (overdue.has(backend)) return null
    const givenUp = new AbortController()
    const reading = backend.get(account, givenUp.signal)
    const token = await withTimeout(clock, readMs, reading)
    if (token !== late) return token
    givenUp.abort()
    overdue.set(backend, reading)
    const settled = () => {
      if (overdue.get(backend) === reading) overdue.delete(backend)
    }
    reading.then(settled, settled)
    log.warn('a token was not given in time', { backend: backend.name })
    return null
  }

  function readOnce(backend: VaultBackend, keyId: KeyId): Promise<string | null> {
    const place = placeOf(backend.name, keyId)
    const known = underWay.get(place)
    if (known !== undefined) return known
    const reading = read(backend, keyId).finally(() => {
      if (underWay.get(place) === reading) underWay.delete(place)
    })
    underWay.set(place, reading)
    return reading
  }

  /** Runs a change of a token. Reads from then on do not join one that began before it. */
  async function change(backend: VaultBackend, keyId: KeyId, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } finally {
      underWay.delete(placeOf(backend.name, keyId))
    }
  }

  /** Does something with a backend's tokens; `failed` where that throws, or this run has no such backend. */
  async function attempt<T>(
    done: string,
    name: VaultBackendName,
    failed: Result<never>,
    work: (backend: VaultBackend) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    try {
      const backend = backends.find((one) => one.name === name)
      if (backend === undefined) throw new Error('this backend is not part of this run')
      return await work(backend)
    } catch (failure) {
      log.warn(`a token could not be ${done}`, { backend: name, failure: describeFailure(failure) })
      return failed
    }
  }

  return {
    /** The backend that new secrets go to: the best that has passed a real write, read and delete. */
    async ready(): Promise<VaultBackendName> {
      const backend = await selection.current()
      return backend.name
    },
    /** Calls `listener` with each backend taken up: the first, and any better one found later. */
    onChange: (listener: (backend: VaultBackendName) => void): (() => void) =>
      selection.onChange((backend) => listener(backend.name)),
    /** Where a new token goes; `weaker-storage` when that is a weak backend and `allowsWeak` is false. */
    async choose(allowsWeak: boolean): Promise<Result<VaultBackendName>> {
      const chosen = await selection.current()
      if (allowsWeak || !isWeak(chosen.name)) return ok(chosen.name)
      // The keyring may have been unlocked since: check before the person is asked about weaker storage.
      const { name } = await selection.retry()
      return isWeak(name) ? fail('weaker-storage') : ok(name)
    },
    /**
     * Stores a token, reads it back and compares. Waits as long as the system asks the person for a
     * password; a failure leaves open whether the token was stored.
     */
    set: (keyId: KeyId, token: string, name: VaultBackendName): Promise<Result<void>> =>
      attempt('stored', name, fail('vault-failed'), async (backend) => {
        await change(backend, keyId, () => backend.set(keyId, token))
        return (await backend.get(keyId)) === token ? ok() : fail('vault-failed')
      }),
    /** Fails with `token-unreadable` when there is none or the backend does not give it in time. */
    get: (keyId: KeyId, name: VaultBackendName): Promise<Result<string>> =>
      attempt('read', name, fail('token-unreadable'), async (backend) => {
        const token = await readOnce(backend, keyId)
        if (token !== null) return ok(token)
        return name === 'memory' ? fail('token-unreadable', keptForOneRun) : fail('token-unreadable')
      }),
    /** Waits for the person as `set` does. */
    delete: (keyId: KeyId, name: VaultBackendName): Promise<Result<void>> =>
      attempt('deleted', name, fail('vault-failed', undeleted), async (backend) => {
        await change(backend, keyId, () => backend.delete(keyId))
        return ok()
      }),
  }
}

/** Secrets by key and backend. The caller remembers which backend holds which key's token. */
export type Vault = ReturnType<typeof createVault>
