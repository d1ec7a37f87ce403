import type { GameLife } from './frozen.ts'

/** What decides when a server's game is asked. Times are steady milliseconds, here and below. */
export type Turn = {
  /** When the last question came to its end; null before the first time. */
  readonly endedAt: number | null
  /** How often in a row nothing came back that tells a count. */
  readonly failures: number
  /** When the server was first seen to run. */
  readonly runsSince: number
  readonly life: Pick<GameLife, 'hasAnswered'>
}

/**
 * Who needs the count: something waits for it, as a restart does; somebody looks at this server; a window shows some
 * servers; or nobody looks at anything.
 */
export type Attention = 'waited-for' | 'looked-at' | 'open' | 'closed'

/** What is waited for has a little more than the 20 s between two zeros, as clocks are put right by milliseconds. */
const everyMs: Readonly<Record<Attention, number>> = {
  'waited-for': 20_100,
  'looked-at': 20_000,
  open: 60_000,
  closed: 300_000,
}
/** How long a count is kept from the first question on that was left open. What is looked at is never long out of date. */
const keptForMs: Readonly<Record<Attention, number>> = {
  'waited-for': 4_500,
  'looked-at': 4_500,
  open: 120_000,
  closed: 600_000,
}
/** Longest wait after failures. One that answered before may hang, which shows by its silence (`frozen.ts`). */
const longestWaitMs = { never: 15 * 60_000, answered: 6 * 60_000, starting: 60_000 }
/** A game that starts takes its time to answer, in milliseconds: until then it is asked more often. */
const warmUpMs = 5 * 60_000
/** Servers that nobody looks at are asked together, at multiples of this: each by itself would wake an idle computer. */
const togetherMs = 10_000
/** Longest time for which a count is shown that nobody asks for anew, in milliseconds. */
export const longestKnownMs = 16 * 60_000

/** How long a count is believed once a question was left open, in milliseconds from when that was asked. */
export const keptMs = (attention: Attention): number => keptForMs[attention]

function longestFor({ runsSince, life }: Turn, now: number): number {
  if (now - runsSince < warmUpMs) return longestWaitMs.starting
  return life.hasAnswered ? longestWaitMs.answered : longestWaitMs.never
}

/** When a server is asked next: after failures twice as long each time, but where something waits for it. */
export function dueAt(turn: Turn, attention: Attention, now: number): number {
  const { endedAt, failures } = turn
  const every = everyMs[attention]
  if (endedAt === null) return now
  if (attention === 'waited-for') return endedAt + every
  const at = endedAt + Math.max(every, Math.min(every * 2 ** failures, longestFor(turn, now)))
  return attention === 'looked-at' ? at : Math.ceil(at / togetherMs) * togetherMs
}
