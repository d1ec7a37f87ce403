import type { Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'
import { set } from '../state/updates.ts'
import { isWeak } from './backend.ts'
import { createTokenStore } from './token-store.ts'
import type { Vault } from './vault.ts'

type Context = {
  store: StateStore
  settings: SettingsStore
  vault: Vault
  /** Allows weaker storage for this run, whatever the settings say. */
  allowsWeaker: boolean
}

/** Where tokens are kept, and how safely. */
export function createVaultFeature({ store, settings, vault, allowsWeaker }: Context) {
  const tokenStore = createTokenStore({ settings, vault, consented: allowsWeaker })
  const unsubscribe = vault.onChange((backend) =>
    store.update(set('vault', { backend, isWeak: isWeak(backend), consented: tokenStore.consented() })),
  )

  /** The person agrees to weaker storage. */
  function allowWeaker(): Result<void> {
    const remembered = tokenStore.consent()
    if (remembered.ok) store.update((state) => set('vault', { ...state.vault, consented: true })(state))
    return remembered
  }

  return {
    api: { tokenStore, onChange: vault.onChange, allowWeaker },
    handlers: { 'vault:allowWeaker': allowWeaker },
    start() {
      // Not waited for: a locked keyring may be asking, and what is kept elsewhere can be read meanwhile.
      void vault.ready()
    },
    dispose: unsubscribe,
  } satisfies Feature<'vault:allowWeaker'> & { api: unknown }
}
