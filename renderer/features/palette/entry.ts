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
  readonly keywords?: string
  /** Why it cannot be chosen now. */
  readonly reason: string | null
  /** Shown before anything is typed. */
  readonly isInitial: boolean
  /** Rank among equal matches: a higher one comes later. */
  readonly penalty: number
  /** The server that it opens or acts on. */
  readonly server?: Pick<ServerView, 'ref' | 'name'>
  /** What it leads to, where the focus goes too; the list may have been there before. */
  readonly leadsTo?: 'list' | 'page'
  /** Does it. `hasPages` as in `Context`. */
  readonly run: (client: Client, hasPages: boolean) => void
}

/** An entry; what is not given stands for none. */
export const entryOf = (id: string, label: string, run: Entry['run'], more: Partial<Entry> = {}): Entry => ({
  id,
  label,
  detail: '',
  reason: null,
  isInitial: false,
  penalty: 0,
  run,
  ...more,
})

/** What the window knows while it makes the entries. */
export type Context = {
  /** The servers that are ticked. */
  readonly picked: readonly ServerRef[]
  /** False in a window that shows only the palette, without pages and list. */
  readonly hasPages: boolean
  /** Unix milliseconds. */
  readonly now: number
}
