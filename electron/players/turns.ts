/** What decides when a server's game is asked. Times are steady milliseconds, here and below. */
export type Turn = {
  /** When it was last asked; null before the first time. */
  readonly askedAt: number | null
  /** How often in a row nothing came back that tells a count. */
  readonly failures: number
  /** When the server was first seen to run. */
  readonly runsSince: number
  /** When a count was last told; null where none was in this run of the server. */
  readonly answeredAt: number | null
}

/** Who may see the count: somebody looks at this server, a window shows some servers, or nobody looks at anything. */
export type Attention = 'looked-at' | 'open' | 'closed'

const everyMs: Readonly<Record<Attention, number>> = { 'looked-at': 20_000, open: 60_000, closed: 300_000 }
/** After this many failures in a row a game is asked more seldom. */
const failuresToBackOff = 3
const backOffMs = 15 * 60_000
/** A game that starts takes its time to answer, in milliseconds: until then it is not given up. */
const warmUpMs = 5 * 60_000
/** Servers that nobody looks at are asked together, at multiples of this: each by itself would wake an idle computer. */
const togetherMs = 10_000
/** A count is kept through failures for so many turns. */
const turnsToKeep = 3
/** Longest time for which a count is shown, in milliseconds. */
export const longestKnownMs = turnsToKeep * everyMs.closed + 60_000

/** How long a count is believed while the game does not answer, in milliseconds. */
export const keptMs = (attention: Attention): number => turnsToKeep * everyMs[attention]

/** Until when the game is not asked, since it failed several times; null where it is asked as usual. */
export function backedOffUntil({ askedAt, failures, runsSince }: Turn, now: number): number | null {
  const isGivenUp = askedAt !== null && failures >= failuresToBackOff && now - runsSince >= warmUpMs
  return isGivenUp ? askedAt + backOffMs : null
}

/** A game that answered before, and has not for so long while its server runs, may hang, in milliseconds. */
const frozenAfterMs = 10 * 60_000

/**
 * Since when a game that answered before does not any more, after several tries; null where that is not so. After sleep the
 * first tries may fail for the network's sake.
 */
export function frozenSince({ answeredAt, failures }: Turn, now: number): number | null {
  const isFrozen = answeredAt !== null && failures >= failuresToBackOff && now - answeredAt >= frozenAfterMs
  return isFrozen ? answeredAt : null
}

const frozenAt = ({ answeredAt }: Turn) => (answeredAt ?? Number.NEGATIVE_INFINITY) + frozenAfterMs

/** When a server is asked next. */
export function dueAt(turn: Turn, attention: Attention, now: number): number {
  const { askedAt } = turn
  if (askedAt === null) return now
  const until = backedOffUntil(turn, now)
  // Whether it hangs is found out as soon as it can be.
  if (until !== null) return Math.min(until, askedAt < frozenAt(turn) ? frozenAt(turn) : until)
  const at = askedAt + everyMs[attention]
  return attention === 'looked-at' ? at : Math.ceil(at / togetherMs) * togetherMs
}
