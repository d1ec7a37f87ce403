import type { PanelId, ServerRef } from '../../../shared/model/identifier.ts'
import type { StateMark } from '../../../shared/model/summary.ts'

export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'attention' }
  | { readonly kind: 'pinned' }
  | { readonly kind: 'panel'; readonly id: PanelId }

export const allServers: Filter = { kind: 'all' }

/** The column that the list is sorted by; `reversed` reverses its natural order. */
export type Sort = { readonly by: 'name' | 'state' | 'players' | 'cpu' | 'memory'; readonly reversed: boolean }

/** What to list, and in which order. */
export type Wish = {
  readonly filter: Filter
  readonly query: string
  readonly sort: Sort
  /** Only servers with this mark are listed; null lists all. */
  readonly mark: StateMark | null
}

/** Nothing is left out of the list. */
export const unfiltered = { filter: allServers, query: '', mark: null } satisfies Partial<Wish>

/** All servers, by name. */
export const defaultWish: Wish = { ...unfiltered, sort: { by: 'name', reversed: false } }

/** The list of servers: what it shows, and what is ticked in it. */
export type ListOfServers = Wish & {
  /** The ticked servers, in the order of ticking; some may have left the list. */
  readonly picked: readonly ServerRef[]
}

export const firstList: ListOfServers = { ...defaultWish, picked: [] }
