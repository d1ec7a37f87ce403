import { createQueue } from '../../lib/queue.ts'
import type { VaultBackend } from '../backend.ts'

/** The part of keytar that is used. */
export type Keytar = {
  setPassword(service: string, account: string, password: string): Promise<void>
  getPassword(service: string, account: string): Promise<string | null>
  /** False where nothing was deleted. */
  deletePassword(service: string, account: string): Promise<boolean>
}

export type KeychainBackend = VaultBackend & {
  /** True while a call is unanswered. The process cannot end by itself before its answer. */
  isBusy(): boolean
}

const openAccount = 'servertray-open'

/** Loaded on first use, so that a system without the native module still starts. */
async function loadKeytar(): Promise<Keytar> {
  const { default: keytar } = await import('@github/keytar')
  return keytar
}

/**
 * The system keychain through keytar: Keychain on macOS, Credential Vault on Windows, Secret Service on
 * Linux. Calls go one at a time: each holds one of the process's four worker threads for as long as a
 * locked keyring asks the person, and four such calls would stop file access and name look-ups too.
 * @param service the name under which the entries stand, one for each profile
 */
export function createKeychainBackend(service: string, load: () => Promise<Keytar> = loadKeytar): KeychainBackend {
  const queue = createQueue()
  const run = <T>(work: (keytar: Keytar) => Promise<T>) => queue.run(async () => work(await load()))
  return {
    name: 'keychain',
    isBusy: queue.isBusy,
    set: (account, secret) => run((keytar) => keytar.setPassword(service, account, secret)),
    get: (account, signal) =>
      run(async (keytar) => {
        signal?.throwIfAborted()
        return keytar.getPassword(service, account)
      }),
    delete: (account) =>
      run(async (keytar) => {
        if (await keytar.deletePassword(service, account)) return
        // A locked Secret Service answers like an empty one. Only a successful write shows that it is unlocked.
        await keytar.setPassword(service, openAccount, 'open')
        await keytar.deletePassword(service, openAccount)
        await keytar.deletePassword(service, account)
      }),
  }
}
