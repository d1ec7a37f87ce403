import type { AreaId } from '../../../shared/model/area.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import type { MuteChoice } from '../../../shared/model/preferences.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { SettingsSection } from '../../../shared/model/settings-section.ts'
import type { Page } from '../../state/view.ts'

/** What choosing an entry does. */
export type PaletteAction =
  | { readonly kind: 'power'; readonly ref: ServerRef; readonly signal: PowerSignal }
  | { readonly kind: 'restart'; readonly refs: readonly ServerRef[] }
  | { readonly kind: 'backup'; readonly ref: ServerRef }
  | { readonly kind: 'postpone' | 'cancel'; readonly planId: string }
  | { readonly kind: 'open'; readonly ref: ServerRef; readonly area: AreaId }
  | { readonly kind: 'pin'; readonly ref: ServerRef; readonly pinned: boolean }
  | { readonly kind: 'command'; readonly ref: ServerRef; readonly command: string }
  | { readonly kind: 'quiet'; readonly ref: ServerRef; readonly quiet: boolean }
  | { readonly kind: 'page'; readonly page: Page; readonly section?: SettingsSection }
  | { readonly kind: 'mute'; readonly choice: MuteChoice | null }
  | { readonly kind: 'select'; readonly all: boolean }
  | { readonly kind: 'start-at-login'; readonly on: boolean }
  | { readonly kind: 'list'; readonly query: string }
  | { readonly kind: 'bulk'; readonly work: PowerSignal | 'command'; readonly refs: readonly ServerRef[] }
  | { readonly kind: 'refresh' | 'add-key' | 'attention' | 'plan' }

/** One line of the palette. `reason`: why it cannot be chosen now. */
export type Entry = {
  readonly id: string
  readonly label: string
  /** What tells it apart from others with the same name. */
  readonly detail: string
  /** Other words by which it is found. */
  readonly also?: string
  readonly reason: string | null
  readonly shortcut: string | null
  /** Shown before anything is typed. */
  readonly isFirst: boolean
  /** Rank among equal matches: entries that lose more come later. */
  readonly behind: number
  /** The server that it opens or acts on. */
  readonly server?: Pick<ServerView, 'ref' | 'name'>
  readonly action: PaletteAction
}

export type Wish = {
  /** The servers that are ticked. */
  readonly picked: readonly ServerRef[]
  /** False in a window that shows only the palette, without pages and list. */
  readonly hasPages: boolean
  /** Unix milliseconds. */
  readonly now: number
}
