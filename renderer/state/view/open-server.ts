import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { HistorySpan } from '../../../shared/model/load-history.ts'

/** The server that is open, in which size, and the tabs beside it. */
export type OpenServer = {
  /** Below the list or in its place; null for none. */
  readonly open: ServerRef | null
  /** `peek`: a pane below the list; `full`: in place of the list, as always in a narrow window. See `isFull`. */
  readonly size: 'peek' | 'full'
  /** The server that was open below the list when another size took its place; what `backToList` shows again. */
  readonly behind: ServerRef | null
  /** The window has room for one size only. */
  readonly isNarrow: boolean
  /** The servers whose panes were opened and not closed, oldest first. */
  readonly tabs: readonly ServerRef[]
  /** The height of the pane, in pixels; null until the person sets it. */
  readonly paneHeight: number | null
  /** How far back Live shows: the readings as they come, or what is kept. */
  readonly liveRange: 'now' | HistorySpan
}

export const noOpenServer: OpenServer = {
  open: null,
  size: 'peek',
  behind: null,
  isNarrow: false,
  tabs: [],
  paneHeight: null,
  liveRange: 'now',
}

/** True where the open server takes the place of the list. */
export const isFull = ({ open, size, isNarrow }: Pick<OpenServer, 'open' | 'size' | 'isNarrow'>): boolean =>
  open !== null && (size === 'full' || isNarrow)

/** The change that brings the list back as it was; none where it is in sight. */
export function backToList(now: OpenServer): Partial<OpenServer> {
  if (!isFull(now)) return {}
  return { open: now.isNarrow ? null : now.behind, size: 'peek', behind: null }
}
