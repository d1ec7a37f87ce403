import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import type { VaultBackendName } from '../../shared/model/api-key.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { systemClock } from '../clock.ts'
import { createFileLogger } from '../log/logger.ts'
import { keychainService, profileFolder } from '../profile.ts'
import { createSettings, settingsFileName, settingsFileOptions, settingsPath } from '../settings/settings.ts'
import { createKeychainBackend } from '../vault/backends/keychain.ts'
import { createVault, type Vault } from '../vault/vault.ts'
import type { LoadStoredKeys, StoredKey } from './stored-key.ts'

/**
 * The keys the app keeps, for a program without Electron. Tokens come from the system keychain; those in
 * safe-storage or memory can be read by the app alone.
 */
export const loadStoredKeys: LoadStoredKeys = async () => {
  const { env, platform } = process
  const profile = profileFolder(env, platform)
  if (!existsSync(settingsPath(profile))) return fail('no-key')
  const log = createFileLogger({ file: join(profile, 'logs', 'cli.log'), clock: systemClock })
  const options = { ...settingsFileOptions, cwd: profile, configName: settingsFileName, projectName: 'Servertray' }
  const settings = createSettings({
    open: () => new Conf(options),
    path: settingsPath(profile),
    clock: systemClock,
    log,
  }).get()
  const vault = createVault({ backends: [createKeychainBackend(keychainService(env))], clock: systemClock, log })

  const keys = settings.keys.flatMap((key): StoredKey[] => {
    const panel = settings.panels.find((known) => known.id === key.panelId)
    if (panel === undefined) return []
    const { id, label, tokenIn } = key
    const { name: panelName, baseUrl, allowsHttp, trustedCertificate } = panel
    const access = { allowsHttp, fingerprint: trustedCertificate?.fingerprint ?? null }
    return [{ id, label, panelName, baseUrl, access, readToken: () => readToken(vault, id, tokenIn) }]
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
