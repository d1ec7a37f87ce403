import type { Permission } from '../../shared/keys/permission.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { KeyEntry, PanelEntry } from '../settings/schema.ts'
import type { Vault } from '../vault/vault.ts'
import type { Profile } from './profile.ts'

/** An API key that the app keeps, as a program without a window uses it. */
function storedKeyOf(vault: Vault, key: KeyEntry, panel: PanelEntry) {
  /** What the owner said it may do; null where they are not sure. */
  const declared: readonly Permission[] | null = key.permissions
  return {
    id: key.id,
    label: key.label,
    panelId: panel.id,
    panelName: panel.name,
    /** The panel inside the app, which answers only while the app runs. */
    isDemo: panel.kind === 'demo',
    /** The client API's `{base_url}`. */
    baseUrl: panel.baseUrl,
    access: { allowsHttp: panel.allowsHttp, fingerprint: panel.trustedCertificate?.fingerprint ?? null },
    declared,
    /** Its list is of all servers of the panel. */
    ...(key.listsAll && { listsAll: true }),
    readToken: () => readToken(vault, key),
  }
}
export type StoredKey = ReturnType<typeof storedKeyOf>

/** The keys in the order of the key list; `no-key` when there is none. */
export type LoadStoredKeys = () => Promise<Result<readonly StoredKey[]>>

/**
 * The keys of a profile. Tokens come from the system keychain; those in safe-storage or memory can be read by
 * the app alone. Fails with `no-key`, or says why the settings cannot be read.
 */
export function storedKeys({ settings, vault }: Profile): Result<readonly StoredKey[]> {
  const blocked = settings.blocked()
  if (blocked !== null) return fail(blocked)
  const { panels, keys } = settings.get()
  const stored = keys.flatMap((key) => {
    const panel = panels.find(({ id }) => id === key.panelId)
    return panel === undefined ? [] : [storedKeyOf(vault, key, panel)]
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
