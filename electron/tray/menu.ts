import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { MuteChoice } from '../../shared/model/preferences.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/** The server that an item was drawn for, and its name then, for when it has gone. */
type Target = { readonly ref: ServerRef; readonly name: string }

type Payloads = {
  power: Target & {
    readonly signal: PowerSignal
    readonly asks: boolean
    readonly keyId?: KeyId
    readonly retryOf?: string
  }
  plan: Target & { readonly id: string; readonly what: PlanEdit }
  /** The window's dialog for a restart with warnings. */
  'restart-dialog': Target
  backup: Target
  'open-console': Target
  /** The page with the server's reinstall. */
  'open-server-settings': Target
  'open-window': object
  'open-settings': object
  /** Null turns notifications on again. */
  mute: { readonly choice: MuteChoice | null }
  quit: object
}

export type CommandKind = keyof Payloads

/**
 * What a click on a menu item asks for. The click may come long after the item was drawn, so it holds all that the label
 * promised: `asks`, that a question comes first; `retryOf`, the action that is to be tried again.
 */
export type TrayCommand<K extends CommandKind = CommandKind> = { [P in K]: { readonly kind: P } & Payloads[P] }[K]

/** What can be done to a planned restart. */
export type PlanEdit = 'postpone' | 'now' | 'cancel' | 'dismiss'

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
