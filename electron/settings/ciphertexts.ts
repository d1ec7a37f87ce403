import type { CiphertextStore } from '../vault/backend.ts'
import type { SettingsStore } from './settings.ts'

/** Keeps the ciphertexts of safe-storage in the settings file. */
export function ciphertextStore(settings: SettingsStore): CiphertextStore {
  return {
    read: (account) => settings.get().ciphertexts[account] ?? null,
    async write(account, ciphertext) {
      const written = settings.update((now) => {
        const { [account]: _, ...rest } = now.ciphertexts
        return { ...now, ciphertexts: ciphertext === null ? rest : { ...rest, [account]: ciphertext } }
      })
      if (!written.ok) throw new Error(written.error.message)
    },
  }
}
