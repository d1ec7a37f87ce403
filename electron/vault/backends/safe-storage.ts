import { safeStorage } from 'electron'
import type { CiphertextStore } from '../../settings/ciphertexts.ts'
import type { VaultBackend } from '../backend.ts'

/** How Chromium marks what it encrypted on Linux with the key that everybody knows (`posix_key_provider.cc`). */
const everybodysMark = 'v10'

/**
 * Electron's safeStorage: the system holds the encryption key, a file of the profile the ciphertext. Each call waits for
 * as long as a locked keyring asks the person. On Linux only a real keyring counts: without one safeStorage says that
 * it is available and encrypts all the same, so what it made tells.
 */
export function createSafeStorageBackend(store: CiphertextStore, platform: NodeJS.Platform): VaultBackend {
  async function encrypt(secret: string): Promise<string> {
    const isAvailable = await safeStorage.isAsyncEncryptionAvailable()
    const ciphertext = isAvailable ? await safeStorage.encryptStringAsync(secret) : Buffer.alloc(0)
    const isWeak = platform === 'linux' && ciphertext.toString('latin1', 0, everybodysMark.length) === everybodysMark
    if (!isAvailable || isWeak) throw new Error('safeStorage has no system keyring behind it')
    return ciphertext.toString('base64')
  }

  /**
   * After the system's key was changed. A token that was written meanwhile is newer and stays; after a failure the next
   * read tries again.
   */
  async function renew(account: string, kept: string, secret: string): Promise<void> {
    const fresh = await encrypt(secret)
    if (store.read(account) === kept) await store.write(account, fresh)
  }

  return {
    name: 'safe-storage',
    async set(account, secret) {
      await store.write(account, await encrypt(secret))
    },
    async get(account) {
      const kept = store.read(account)
      if (kept === null) return null
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(kept, 'base64'))
      if (shouldReEncrypt) await renew(account, kept, result).catch(() => undefined)
      return result
    },
    async delete(account) {
      await store.write(account, null)
    },
  }
}
