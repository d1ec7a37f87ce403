import type { VaultBackend } from '../vault.ts'

/**
 * The system keychain through keytar: Keychain on macOS, Credential Vault on Windows, Secret Service on
 * Linux. The native module is loaded on first use, so that a system without it still starts.
 * @param service the name under which the entries stand, one for each profile
 */
export function createKeychainBackend(service: string): VaultBackend {
  const load = async () => {
    const { default: keytar } = await import('@github/keytar')
    return keytar
  }
  return {
    name: 'keychain',
    async set(account, secret) {
      const keytar = await load()
      await keytar.setPassword(service, account, secret)
    },
    async get(account) {
      const keytar = await load()
      return keytar.getPassword(service, account)
    },
    async delete(account) {
      const keytar = await load()
      await keytar.deletePassword(service, account)
    },
  }
}
