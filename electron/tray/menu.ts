import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { MuteChoice } from '../../shared/model/preferences.ts'
import type { AppState } from '../../shared/state/state.ts'

/** What a click on a menu item asks for. */
export type TrayCommand =
  | { readonly kind: 'power'; readonly ref: ServerRef; readonly signal: PowerSignal; readonly keyId?: KeyId }
  | { readonly kind: 'plan'; readonly id: string; readonly what: 'postpone' | 'now' | 'cancel' | 'dismiss' }
  /** The window's dialog for a restart with warnings. */
  | { readonly kind: 'restart-dialog'; readonly ref: ServerRef }
  | { readonly kind: 'open-console'; readonly ref: ServerRef }
  | { readonly kind: 'open-window' }
  | { readonly kind: 'open-settings' }
  /** Null turns notifications on again. */
  | { readonly kind: 'mute'; readonly choice: MuteChoice | null }
  | { readonly kind: 'quit' }

export type MenuItem =
  | { readonly kind: 'separator' }
  /** A line to read. */
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly enabled: boolean; readonly command: TrayCommand }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly MenuItem[] }

/** What a menu is drawn from; `now` in unix milliseconds. */
export type Scene = { readonly state: AppState; readonly now: number; readonly nameOf: (ref: ServerRef) => string }

export const separator: MenuItem = { kind: 'separator' }
export const text = (label: string): MenuItem => ({ kind: 'text', label })
export const action = (label: string, command: TrayCommand, enabled = true): MenuItem => ({
  kind: 'action',
  label,
  enabled,
  command,
})
