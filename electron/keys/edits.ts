import type { KeyView } from '../../shared/keys/contract.ts'
import type { Permission } from '../../shared/keys/permission.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail } from '../../shared/result.ts'
import { type KeyEntry, withEntry } from '../settings/schema.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'
import { changeKey, orderKeys } from '../state/updates.ts'

type Deps = { store: StateStore; settings: Pick<SettingsStore, 'get' | 'update'> }

/** Changes of key entries that touch no token. */
export function createKeyEdits({ store, settings }: Deps) {
  const isKnown = (keyId: KeyId) => settings.get().keys.some((key) => key.id === keyId)

  function change(keyId: KeyId, by: Partial<KeyEntry>, shown: Partial<KeyView>): Result<void> {
    if (!isKnown(keyId)) return fail('unknown-key')
    const written = settings.update((now) => ({ ...now, keys: withEntry(now.keys, keyId, by) }))
    if (written.ok) store.update(changeKey(keyId, shown))
    return written
  }

  return {
    rename: (keyId: KeyId, label: string) => change(keyId, { label }, { label }),

    /**
     * Keeps what the owner says a key may do; null for not sure. What the panel's answers taught about the key stays
     * until it is tried again.
     */
    setPermissions(keyId: KeyId, permissions: readonly Permission[] | null): Result<void> {
      const declared = permissions && [...new Set(permissions)]
      return change(keyId, { permissions: declared }, { declared })
    },

    setListsAll: (keyId: KeyId, listsAll: boolean) => change(keyId, { listsAll }, { listsAll }),

    /** Puts a key at the place `to` of the list, counted from 0; beyond the end means last. */
    move(keyId: KeyId, to: number): Result<void> {
      if (!isKnown(keyId)) return fail('unknown-key')
      const written = settings.update((now) => {
        const moved = now.keys.filter((key) => key.id === keyId)
        return { ...now, keys: now.keys.filter((key) => key.id !== keyId).toSpliced(to, 0, ...moved) }
      })
      if (written.ok) store.update(orderKeys(settings.get().keys.map((key) => key.id)))
      return written
    },
  }
}
