import type { VaultBackendName } from '../../shared/model/api-key.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'

/** A place that can hold secrets, named by account. Every method may reject. */
export type VaultBackend = {
  readonly name: VaultBackendName
  set(account: string, secret: string): Promise<void>
  get(account: string): Promise<string | null>
  delete(account: string): Promise<void>
}

/** Where a backend that only encrypts keeps its ciphertexts between runs. */
export type CiphertextStore = {
  read(account: string): string | null
  /** Rejects when the text cannot be written. */
  write(account: string, ciphertext: string | null): Promise<void>
}

export type Vault = {
  /** The backend that new secrets go to: the first that passes a real write, read and delete. */
  ready(): Promise<VaultBackendName>
  /** Stores a token and says which backend holds it. */
  set(keyId: KeyId, token: string): Promise<Result<VaultBackendName>>
  get(keyId: KeyId, backend: VaultBackendName): Promise<Result<string>>
  delete(keyId: KeyId, backend: VaultBackendName): Promise<Result<void>>
}

type Deps = {
  /** In order of preference; the last must always work (memory). */
  backends: readonly [VaultBackend, ...VaultBackend[]]
  clock: Clock
  log: Logger
  /** How long a backend may take to prove itself; a locked keyring may be waiting for a person. */
  probeMs?: number
}

const probeAccount = 'servertray-probe'

async function works(backend: VaultBackend): Promise<boolean> {
  const secret = crypto.randomUUID()
  await backend.set(probeAccount, secret)
  const read = await backend.get(probeAccount)
  await backend.delete(probeAccount)
  return read === secret
}

/** One interface over the system keychain, Electron's safeStorage and plain memory. */
export function createVault({ backends, clock, log, probeMs = 4_000 }: Deps): Vault {
  const fallback = backends.at(-1) ?? backends[0]
  let chosen: Promise<VaultBackend> | undefined

  async function passes(backend: VaultBackend): Promise<boolean> {
    const limit = new AbortController()
    const timeout = clock.sleep(probeMs, limit.signal).then(() => false)
    const probe = works(backend).catch((failure: unknown) => {
      log.warn('a vault backend does not work here', { backend: backend.name, failure: describeFailure(failure) })
      return false
    })
    const result = await Promise.race([probe, timeout])
    limit.abort()
    return result
  }

  async function choose(): Promise<VaultBackend> {
    for (const backend of backends) if (await passes(backend)) return backend
    return fallback
  }

  const current = () => {
    chosen ??= choose()
    return chosen
  }
  const named = (name: VaultBackendName) => backends.find((backend) => backend.name === name)

  return {
    async ready() {
      const backend = await current()
      return backend.name
    },
    async set(keyId, token) {
      const backend = await current()
      try {
        await backend.set(keyId, token)
        if ((await backend.get(keyId)) !== token) return fail('vault-failed')
        return ok(backend.name)
      } catch (failure) {
        log.error('a token could not be stored', { backend: backend.name, failure: describeFailure(failure) })
        return fail('vault-failed')
      }
    },
    async get(keyId, name) {
      try {
        const token = (await named(name)?.get(keyId)) ?? null
        return token === null ? fail('token-unreadable') : ok(token)
      } catch (failure) {
        log.warn('a token could not be read', { backend: name, failure: describeFailure(failure) })
        return fail('token-unreadable')
      }
    },
    async delete(keyId, name) {
      try {
        await named(name)?.delete(keyId)
        return ok()
      } catch (failure) {
        log.error('a token could not be deleted', { backend: name, failure: describeFailure(failure) })
        return fail('vault-failed', { message: 'The token could not be deleted from the vault.' })
      }
    },
  }
}
