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
  return {
    name: 'keychain',
    isBusy: queue.isBusy,
    set: (account, secret) =>
      queue.run(async () => {
        const keytar = await load()
        await keytar.setPassword(service, account, secret)
      }),
    get: (account, signal) =>
      queue.run(async () => {
        signal?.throwIfAborted()
        const keytar = await load()
        return keytar.getPassword(service, account)
      }),
    delete: (account) =>
      queue.run(async () => {
        const keytar = await load()
        if (await keytar.deletePassword(service, account)) return
        // A locked Secret Service answers like an empty one. Only a successful write shows that it is unlocked.
        await keytar.setPassword(service, openAccount, 'open')
        await keytar.deletePassword(service, openAccount)
        await keytar.deletePassword(service, account)
      }),
  }
}
