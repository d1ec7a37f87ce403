import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { Client } from '../../state/client.ts'

/** One line of the palette. */
export type Entry = {
  readonly id: string
  readonly label: string
  /** What tells it apart from others with the same name. */
  readonly detail: string
  /** Other words by which it is found. */
  readonly also?: string
  /** Why it cannot be chosen now. */
  readonly reason: string | null
  /** Shown before anything is typed. */
  readonly isFirst: boolean
  /** Rank among equal matches: entries that lose more come later. */
  readonly behind: number
  /** The server that it opens or acts on. */
  readonly server?: Pick<ServerView, 'ref' | 'name'>
  /** What it leads to, where the focus goes too; the list may have been there before. */
  readonly leadsTo?: 'list' | 'page'
  /** Does it. `hasPages` as in `Wish`. */
  readonly run: (client: Client, hasPages: boolean) => void
}

/** An entry; what is not given stands for none. */
export const entryOf = (id: string, label: string, run: Entry['run'], more: Partial<Entry> = {}): Entry => ({
  id,
  label,
  detail: '',
  reason: null,
  isFirst: false,
  behind: 0,
  run,
  ...more,
})

export type Wish = {
  /** The servers that are ticked. */
  readonly picked: readonly ServerRef[]
  /** False in a window that shows only the palette, without pages and list. */
  readonly hasPages: boolean
  /** Unix milliseconds. */
  readonly now: number
}
