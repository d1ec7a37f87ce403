import { safeStorage } from 'electron'
import type { CiphertextStore } from '../../settings/ciphertexts.ts'
import type { VaultBackend } from '../backend.ts'

/** On Linux only a real keyring counts: `basic_text` encrypts with a password that everybody knows. */
function isSystemBacked(platform: NodeJS.Platform): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  if (platform !== 'linux') return true
  return !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
}

/** Electron's safeStorage: the system holds the encryption key, a file of the profile the ciphertext. */
export function createSafeStorageBackend(store: CiphertextStore, platform: NodeJS.Platform): VaultBackend {
  const assertAvailable = () => {
    if (!isSystemBacked(platform)) throw new Error('safeStorage has no system keyring behind it')
  }
  return {
    name: 'safe-storage',
    async set(account, secret) {
      assertAvailable()
      await store.write(account, safeStorage.encryptString(secret).toString('base64'))
    },
    async get(account) {
      const ciphertext = store.read(account)
      if (ciphertext === null) return null
      assertAvailable()
      return safeStorage.decryptString(Buffer.from(ciphertext, 'base64'))
    },
    async delete(account) {
      await store.write(account, null)
    },
  }
}
