import type { VaultBackendName } from '../../shared/keys/contract.ts'

/** A place that stores secrets by account name. Every method may reject. */
export type VaultBackend = {
  readonly name: VaultBackendName
  set(account: string, secret: string): Promise<void>
  /** Null where nothing is found; a locked keyring may answer so too. Does not begin once `signal` is aborted. */
  get(account: string, signal?: AbortSignal): Promise<string | null>
  /** Resolves only once nothing is stored under the account. */
  delete(account: string): Promise<void>
}

/** Backends from best to weakest. */
const ranking: readonly VaultBackendName[] = ['keychain', 'safe-storage', 'memory']

/** Whether one backend protects secrets better than the other. */
export const isBetter = (one: VaultBackendName, other: VaultBackendName) =>
  ranking.indexOf(one) < ranking.indexOf(other)

/** A weak backend needs a person's yes. Safe-storage is not weak: it is used only with the system behind it. */
export const isWeak = (name: VaultBackendName) => name === 'memory'
