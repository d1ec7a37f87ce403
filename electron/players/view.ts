import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PlayerCount, PlayersUnknown, PlayersView } from '../../shared/model/players.ts'
import type { Asked } from './asked.ts'

/** What is known before anything was tried. */
export const emptyView = (ref: ServerRef): PlayersView => ({
  ref,
  count: null,
  unknown: null,
  game: null,
  address: null,
  retryAt: null,
  frozenSince: null,
})

/** The view of a server whose players are not known any more. */
export const withoutCount = (view: PlayersView, unknown: PlayersUnknown): PlayersView => ({
  ...view,
  count: null,
  unknown,
  retryAt: null,
  frozenSince: null,
})

type Answer = {
  readonly ref: ServerRef
  readonly asked: Asked
  /** What the open console tells; null where it tells nothing. */
  readonly byConsole: PlayerCount | null
  /** Unix milliseconds, as `retryAt`. */
  readonly now: number
  /** How old the count before may be to stay through a failure, in milliseconds. */
  readonly keptMs: number
  readonly retryAt: number | null
  readonly frozenSince: number | null
}

/**
 * The view after the sources were asked. One lost packet means nothing, so a count survives failures until it is too
 * old or the game is asked more seldom; then the console's count takes its place.
 */
export function viewAfter(view: PlayersView | undefined, answer: Answer): PlayersView {
  const { ref, asked, byConsole, now, keptMs, retryAt, frozenSince } = answer
  const { count: before } = view ?? emptyView(ref)
  const kept = before !== null && retryAt === null && now - before.at < keptMs ? before : null
  const count = asked.count ?? kept ?? byConsole
  return { ref, ...asked, count, unknown: count === null ? asked.unknown : null, retryAt, frozenSince }
}
