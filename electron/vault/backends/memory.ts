import type { VaultBackend } from '../backend.ts'

/** Secrets for this run only, for systems that offer nothing better. The window says so plainly. */
export function createMemoryBackend(): VaultBackend {
  const secrets = new Map<string, string>()
  return {
    name: 'memory',
    async set(account, secret) {
      secrets.set(account, secret)
    },
    async get(account) {
      return secrets.get(account) ?? null
    },
    async delete(account) {
      secrets.delete(account)
    },
  }
}
