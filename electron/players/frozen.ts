import type { Moment } from '../lib/clock.ts'

/** A game that has not answered for this long, in milliseconds, is frozen. */
export const frozenAfterMs = 10 * 60_000
/** So many questions must have been left open, since a single answer may be lost. */
const leastSilent = 3
/** A longer pause between two questions than this, in milliseconds, tells nothing of the game: sleep, or no network. */
const longestPauseMs = 15 * 60_000

/** When a question was asked. */
export type AskedAt = Pick<Moment, 'wall' | 'steady'>

/**
 * What became of one question to a server's game: it answered, the panel told its players in its place, it did not
 * answer, or it could not be asked, as where everything over UDP is silent on this computer.
 */
export type GameAnswer = {
  readonly answer: 'answered' | 'told' | 'silent' | 'not-asked'
  readonly at: AskedAt
}

/** What is known of a game's answers since its server runs: while one starts, its game is silent. */
export type GameLife = {
  readonly hasAnswered: boolean
  /** When the game itself last answered this computer. */
  readonly heardAt: AskedAt | null
  /** The questions without an answer since the last one. */
  readonly silent: { readonly first: AskedAt; readonly last: AskedAt; readonly count: number } | null
}

export const noGameLife: GameLife = { hasAnswered: false, heardAt: null, silent: null }

/** What is known after one more question. */
export function noteGame(life: GameLife, { answer, at }: GameAnswer): GameLife {
  if (answer === 'answered') return { hasAnswered: true, heardAt: at, silent: null }
  if (answer === 'told') return { ...life, hasAnswered: true, silent: null }
  if (answer === 'not-asked' || !life.hasAnswered) return { ...life, silent: null }
  const { silent } = life
  if (silent === null || at.steady - silent.last.steady > longestPauseMs) {
    return { ...life, silent: { first: at, last: at, count: 1 } }
  }
  return { ...life, silent: { ...silent, last: at, count: silent.count + 1 } }
}

/**
 * Since when a game is frozen, in unix milliseconds: its server runs, and it did answer, but has not for ten minutes. Null
 * where it is not.
 */
export function frozenSince({ silent }: GameLife): number | null {
  if (silent === null || silent.count < leastSilent) return null
  return silent.last.steady - silent.first.steady >= frozenAfterMs ? silent.first.wall : null
}

/** The silence of a game that answered this computer before. */
export type Silence = {
  /** The first and the last question that it left open. */
  readonly first: AskedAt
  readonly last: AskedAt
  /**
   * False where every other game that answered before is silent as well: then it may be this computer, or its way to
   * all of them.
   */
  readonly isItsOwn: boolean
}

/** The silence of a frozen game; null where it is none, or only the panel ever told of its players. */
export function silenceOf(life: GameLife, others: readonly GameLife[]): Silence | null {
  const { silent, heardAt } = life
  if (silent === null || heardAt === null || frozenSince(life) === null) return null
  const heard = others.flatMap((other) => other.heardAt ?? [])
  const { first, last } = silent
  return { first, last, isItsOwn: heard.length === 0 || heard.some(({ steady }) => steady >= first.steady) }
}
