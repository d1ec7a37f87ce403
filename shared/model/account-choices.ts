import type { KeyView } from './api-key.ts'
import type { PanelView } from './panel.ts'
import type { WithPanels } from './slices.ts'

type State = WithPanels & { readonly vault: { readonly isWeak: boolean } }

/**
 * Why nothing of the account behind a key is offered; null where it is. The client API document shows no account; panels
 * that have one ask no permission of a key for it (the panel's API, part 2, *Account*).
 */
export function whyNoAccount(panel: Pick<PanelView, 'dialect'> | undefined): string | null {
  return panel?.dialect === 'pterodactyl' ? null : 'not on this panel'
}

/**
 * Why a key is not given a new token through its panel; null where it can be. Nobody sees the token that a rotation makes,
 * so it must outlast the app; that of the demo is made anew at its start.
 */
export function whyNoRotation({ panels, vault }: State, { panelId }: Pick<KeyView, 'panelId'>): string | null {
  const panel = panels[panelId]
  return whyNoAccount(panel) ?? (vault.isWeak && panel?.kind !== 'demo' ? 'needs a keychain' : null)
}
