/** What decides when a server's game is asked. Times are steady milliseconds, here and below. */
export type Turn = {
  /** When it was last asked; null before the first time. */
  readonly askedAt: number | null
  /** How often in a row nothing came back that tells a count. */
  readonly failures: number
  /** When the server was first seen to run. */
  readonly runsSince: number
  /** It told a count before, in this run of the server. */
  readonly hasAnswered: boolean
}

/** Who may see the count: somebody looks at this server, a window shows some servers, or nobody looks at anything. */
export type Attention = 'looked-at' | 'open' | 'closed'

const everyMs: Readonly<Record<Attention, number>> = { 'looked-at': 20_000, open: 60_000, closed: 300_000 }
/** After this many failures in a row a game is asked more seldom. */
const failuresToBackOff = 3
const backOffMs = 15 * 60_000
/** One that answered before may hang, which shows by its silence (`frozen.ts`). */
const hangingBackOffMs = 10 * 60_000
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
export function backedOffUntil({ askedAt, failures, runsSince, hasAnswered }: Turn, now: number): number | null {
  const isGivenUp = askedAt !== null && failures >= failuresToBackOff && now - runsSince >= warmUpMs
  return isGivenUp ? askedAt + (hasAnswered ? hangingBackOffMs : backOffMs) : null
}

/** When a server is asked next. */
export function dueAt(turn: Turn, attention: Attention, now: number): number {
  const { askedAt } = turn
  if (askedAt === null) return now
  const until = backedOffUntil(turn, now)
  if (until !== null) return until
  const at = askedAt + everyMs[attention]
  return attention === 'looked-at' ? at : Math.ceil(at / togetherMs) * togetherMs
}
