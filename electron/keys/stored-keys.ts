import { fail, ok, type Result } from '../../shared/result.ts'
import type { KeyEntry } from '../settings/schema.ts'
import type { Vault } from '../vault/vault.ts'
import type { Profile } from './profile.ts'
import type { StoredKey } from './stored-key.ts'

/**
 * The keys of a profile. Tokens come from the system keychain; those in safe-storage or memory can be read by
 * the app alone. Fails with `no-key`, or says why the settings cannot be read.
 */
export function storedKeys({ settings, vault }: Profile): Result<readonly StoredKey[]> {
  const blocked = settings.blocked()
  if (blocked !== null) return fail(blocked)
  const { panels, keys } = settings.get()
  const stored = keys.flatMap((key): StoredKey[] => {
    const panel = panels.find((known) => known.id === key.panelId)
    if (panel === undefined) return []
    const { id, label, listsAll, permissions: declared } = key
    const { name: panelName, kind, baseUrl, allowsHttp, trustedCertificate } = panel
    const access = { allowsHttp, fingerprint: trustedCertificate?.fingerprint ?? null }
    const isDemo = kind === 'demo'
    return [
      {
        id,
        label,
        panelId: panel.id,
        panelName,
        isDemo,
        baseUrl,
        access,
        declared,
        listsAll,
        readToken: () => readToken(vault, key),
      },
    ]
  })
  return stored.length === 0 ? fail('no-key') : ok(stored)
}

/** The next step where the system's keychain does not give or take a token, or there is none. */
export const keychainHint =
  'Unlock the system keychain. Where there is none, install one (on Linux gnome-keyring), or set SERVERTRAY_URL and SERVERTRAY_TOKEN instead.'

async function readToken(vault: Vault, { id, tokenIn }: KeyEntry): Promise<Result<string>> {
  if (tokenIn === 'keychain') {
    const read = await vault.get(id, tokenIn)
    return read.ok ? read : fail({ ...read.error, hint: keychainHint })
  }
  if (tokenIn === null) {
    return fail('token-unreadable', {
      message: 'This key has no token yet.',
      hint: 'Paste its token in Servertray with Replace token.',
    })
  }
  return fail('token-unreadable', {
    message: 'Only the app itself can read the token of this key.',
    hint: 'Set SERVERTRAY_URL and SERVERTRAY_TOKEN for the command line.',
  })
}
