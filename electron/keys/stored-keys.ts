import { join } from 'node:path'
import type { VaultBackendName } from '../../shared/model/api-key.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { systemClock } from '../clock.ts'
import { createFileLogger } from '../log/logger.ts'
import { keychainService, profileFolder } from '../profile.ts'
import { readSettings, settingsPath } from '../settings/settings.ts'
import { createKeychainBackend } from '../vault/backends/keychain.ts'
import { createVault, type Vault } from '../vault/vault.ts'
import type { LoadStoredKeys, StoredKey } from './stored-key.ts'

/**
 * The keys the app keeps, for a program without Electron. The app's settings are read and never touched.
 * Tokens come from the system keychain; those in safe-storage or memory can be read by the app alone.
 */
export const loadStoredKeys: LoadStoredKeys = async () => {
  const { env, platform } = process
  const profile = profileFolder(env, platform)
  const settings = readSettings(settingsPath(profile))
  if (!settings.ok) return settings
  const log = createFileLogger({ file: join(profile, 'logs', 'cli.log'), clock: systemClock })
  const vault = createVault({
    backends: [createKeychainBackend(keychainService(env))],
    clock: systemClock,
    log,
    // Long enough for a person to type the keyring's password.
    readMs: 120_000,
  })

  const { panels } = settings.value
  const keys = settings.value.keys.flatMap(({ id, label, panelId, tokenIn }): StoredKey[] => {
    const panel = panels.find((known) => known.id === panelId)
    if (panel === undefined) return []
    const { name: panelName, kind, baseUrl, allowsHttp, trustedCertificate } = panel
    const isDemo = kind === 'demo'
    const access = { allowsHttp, fingerprint: trustedCertificate?.fingerprint ?? null }
    return [{ id, label, panelName, isDemo, baseUrl, access, readToken: () => readToken(vault, id, tokenIn) }]
  })
  return keys.length === 0 ? fail('no-key') : ok(keys)
}

function readToken(vault: Vault, id: KeyId, tokenIn: VaultBackendName): Promise<Result<string>> {
  if (tokenIn === 'keychain') return vault.get(id, tokenIn)
  return Promise.resolve(
    fail('token-unreadable', {
      message: 'Only the app itself can read the token of this key.',
      hint: 'Set SERVERTRAY_URL and SERVERTRAY_TOKEN for the command line.',
    }),
  )
}
