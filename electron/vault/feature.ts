import type { Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'
import { setVault } from '../state/updates.ts'
import { isWeak } from './backend.ts'
import { type Custody, createCustody } from './token-store.ts'
import type { Vault } from './vault.ts'

type Context = {
  store: StateStore
  settings: SettingsStore
  vault: Vault
  /** Weaker storage is allowed for this run, whatever the settings say. */
  allowsWeaker: boolean
}

type Api = {
  readonly custody: Custody
  readonly onChange: Vault['onChange']
  /** The person's yes to weaker storage. */
  allowWeaker(): Result<void>
}

/** Where tokens are kept, and how safely. */
export function createVaultFeature(context: Context): Feature<'vault:allowWeaker'> & { readonly api: Api } {
  const { store, settings, vault, allowsWeaker } = context
  const custody = createCustody({ settings, vault, consented: allowsWeaker })
  const unsubscribe = vault.onChange((backend) =>
    store.update(setVault({ backend, isWeak: isWeak(backend), consented: custody.consented() })),
  )

  function allowWeaker(): Result<void> {
    const remembered = custody.consent()
    if (remembered.ok) store.update((state) => setVault({ ...state.vault, consented: true })(state))
    return remembered
  }

  return {
    api: { custody, onChange: vault.onChange, allowWeaker },
    handlers: { 'vault:allowWeaker': allowWeaker },
    start() {
      // Not waited for: a locked keyring may be asking, and what is kept elsewhere can be read meanwhile.
      void vault.ready()
    },
    dispose: unsubscribe,
  }
}
