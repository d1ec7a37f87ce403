import type { KeyId, ServerRef } from '../../../shared/model/identifier.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'

export type KeyDialog = 'replace' | 'rename' | 'permissions' | 'remove'

/**
 * A dialog about servers that is open over the window.
 * - `power`: asks before one signal. `isFirst`: also asks whether to ask from now on.
 * - `link`: a link wants a restart.
 * - `restart`: a restart with warnings, of one server or of several in turn.
 * - `cancel`: whether players are told that a countdown is cancelled.
 * - `bulk`: a bulk action.
 * - `backup`: a backup of one server is made now.
 * - `players`: which game a server runs, and whether it is asked for its players.
 * - `players-consent`: whether games may be asked at all.
 * - `left-text`: a text was left that is not saved.
 */
export type OpenDialog =
  | {
      readonly kind: 'power'
      readonly ref: ServerRef
      readonly signal: PowerSignal
      readonly keyId: KeyId | undefined
      readonly isFirst: boolean
    }
  | { readonly kind: 'link'; readonly ref: ServerRef }
  | { readonly kind: 'restart'; readonly refs: readonly ServerRef[] }
  | { readonly kind: 'cancel'; readonly planId: string }
  | { readonly kind: 'bulk'; readonly work: PowerSignal | 'command'; readonly refs: readonly ServerRef[] }
  | { readonly kind: 'backup'; readonly ref: ServerRef }
  | { readonly kind: 'players'; readonly ref: ServerRef }
  | { readonly kind: 'players-consent' }
  | { readonly kind: 'left-text'; readonly ref: ServerRef }

/** What is open over the page. */
export type Dialogs = {
  /** The dialog about servers. */
  readonly dialog: OpenDialog | null
  /** The dialog of a key. */
  readonly asked: { readonly keyId: KeyId; readonly dialog: KeyDialog } | null
  /** The form for a new key is open. */
  readonly isAddingKey: boolean
  /** Number of dialogs and questions that lie over the page, also those of a page or an area alone. */
  readonly shown: number
}

export const noDialogs: Dialogs = { dialog: null, asked: null, isAddingKey: false, shown: 0 }

/** @param by 1 where a dialog opens, -1 where it closes */
export const withShown =
  (by: 1 | -1) =>
  ({ shown }: Dialogs): Partial<Dialogs> => ({ shown: shown + by })
