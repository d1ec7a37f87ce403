import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PlayerCount, PlayersView } from '../../shared/model/players-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { longestKnownMs } from './turns.ts'

/** What is known before anything was tried. */
export const emptyView = (ref: ServerRef): PlayersView => ({
  ref,
  count: null,
  unknown: null,
  game: null,
  address: null,
  frozenSince: null,
})

/** What an open console tells; that the console which told the last count was closed; or null. */
export type ByConsole = PlayerCount | 'closed' | null

/** What there is to know of a server's players beside the view. Times are unix milliseconds. */
export type Known = {
  /** What just came of a question; null where something else changed. */
  readonly asked: PlayersAnswer | null
  readonly byConsole: ByConsole
  /** Why the game is not asked; null where it is. */
  readonly notAsked: 'off' | 'not-running' | null
  /** Until when the game's last count is believed, since a question was left open; null where none was. */
  readonly believedUntil: number | null
  readonly frozenSince: number | null
}

const isByConsole = ({ source }: PlayerCount): boolean => source === 'console' || source === 'list-command'

/** Until when a count that was shown stays, where nothing takes its place. */
export function shownUntil(count: PlayerCount, { byConsole, notAsked, believedUntil }: Known): number {
  const oldest = count.at + longestKnownMs
  if (isByConsole(count)) return byConsole === 'closed' ? oldest : Number.NEGATIVE_INFINITY
  return notAsked === null ? Math.min(oldest, believedUntil ?? oldest) : Number.NEGATIVE_INFINITY
}

/**
 * The view of a server's players after something changed. The game's word comes before the console's, but for a newer list
 * that a person asked for. One lost packet means nothing, so a count stays until it is not believed any more; then the
 * console's takes its place.
 */
export function mergedView(view: PlayersView, known: Known, now: number): PlayersView {
  const { asked, byConsole, notAsked, frozenSince } = known
  const consoleCount = byConsole === 'closed' ? null : byConsole
  const kept = view.count !== null && now < shownUntil(view.count, known) ? view.count : null
  const isListNewer = consoleCount?.source === 'list-command' && consoleCount.at >= (kept?.at ?? 0)
  const count = asked?.count ?? (isListNewer ? consoleCount : (kept ?? consoleCount))
  const unknown = notAsked ?? asked?.unknown ?? view.unknown ?? (view.count === null ? null : 'no-answer')
  const { game, address } = asked ?? view
  return { ref: view.ref, game, address, count, unknown: count === null ? unknown : null, frozenSince }
}

/** What came of asking for a server's players: a count, or why there is none. */
export type PlayersAnswer = Pick<PlayersView, 'count' | 'unknown' | 'game' | 'address'>

/**
 * Asks all sources of a server in their order, until one tells. Never throws.
 * @param run ends the question, and stands for one run of the server: what is remembered of another one is over
 * @param isNow what a source told before does not do; it comes back only where nothing newer is told
 */
export type AskPlayers = (server: ServerView, run: AbortSignal, isNow?: boolean) => Promise<PlayersAnswer>
