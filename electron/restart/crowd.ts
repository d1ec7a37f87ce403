import type { PlayerCount } from '../../shared/model/players-schema.ts'
import type { Moment } from '../lib/instant.ts'

/** Two counts of nobody must lie this far apart before a server counts as empty, in milliseconds. */
export const emptyApartMs = 20_000
/**
 * A count decides something for this long, in milliseconds: the time between two looks at a server that is held, and an
 * answer that takes its five seconds.
 */
export const freshMs = 30_000
/** Counts that lie further apart than this, in milliseconds, say nothing of the time between them. */
export const gapMs = 90_000
/** What was told within so many milliseconds is what is so now: the time between two looks of a plan, and a little more. */
const justNowMs = 1_500
/** A count of the future, by more than this in milliseconds, was told before the clock was set back. */
const futureMs = 1_000

/**
 * What was told of a server's players over time. Its ages go by the steady time, which sleep moves on, and a clock that is
 * set back does not.
 */
export type Crowd = {
  /** The last count, and when it was told. */
  readonly newest: {
    readonly online: number
    readonly isSure: boolean
    /** Read in the console's lines, which anybody who is on can forge. */
    readonly isByLines: boolean
    readonly told: Moment
  } | null
  /** Since when every count was a sure 0: when the first of them was told. Null where the last one was none. */
  readonly zeroSince: Moment | null
  /** The last look, for which they are asked anew right before something is done; null before the first. */
  readonly look: Look | null
}

/**
 * A look at the players, and what came of it: it is `open`; a count was `told`; only one of `before` came back, as from a
 * panel that tells one each minute; or it was `unanswered` in time. `at` in steady milliseconds.
 */
export type Look = { readonly at: number; readonly answer: 'open' | 'told' | 'before' | 'unanswered' }

export const nobodyAsked: Crowd = { newest: null, zeroSince: null, look: null }

/**
 * What is known once `count` is there, which may be the one that is known already. Null is not known, and ends what zeros
 * there were, as does a pause without any count.
 * @param now when it was seen here
 */
export function noteCount(crowd: Crowd, count: PlayerCount | null, now: Moment): Crowd {
  if (count === null) return crowd.newest === null ? crowd : { ...nobodyAsked, look: crowd.look }
  const { online, isSure, at, source } = count
  const { newest, zeroSince } = crowd
  if (newest?.told.wall === at && newest.online === online && newest.isSure === isSure) return crowd
  const ageMs = Math.max(0, now.wall - at)
  const told = { wall: at, mono: now.mono - ageMs, steady: now.steady - ageMs }
  const isZero = isSure && online === 0
  // An answer that was overtaken by a later one.
  if (newest !== null && told.steady < newest.told.steady) return crowd
  // After the clock was set back, the first of the zeros would be of the future.
  const isLater = newest !== null && told.wall >= newest.told.wall
  const goesOn = zeroSince !== null && isLater && told.steady - newest.told.steady <= gapMs
  // By its own word, but for an old one: what went on since, such as sleep, was not seen.
  const first = goesOn ? zeroSince : ageMs <= freshMs ? told : now
  const isByLines = source === 'console' || source === 'list-command'
  return { ...crowd, newest: { online, isSure, isByLines, told }, zeroSince: isZero ? first : null }
}

/** What is known once a look has brought `count`; null where it was not answered in time: then nobody is known to be away. */
export function noteLook(crowd: Crowd, at: number, count: PlayerCount | null, now: Moment): Crowd {
  if (count === null) return { ...crowd, zeroSince: null, look: { at, answer: 'unanswered' } }
  const isNew = now.steady - Math.max(0, now.wall - count.at) >= at
  return { ...noteCount(crowd, count, now), look: { at, answer: isNew ? 'told' : 'before' } }
}

/** True where the last count is of just now. */
export const isJustTold = ({ newest }: Crowd, now: Moment): boolean =>
  newest !== null && now.steady - newest.told.steady <= justNowMs

/** True where no count was told since `at`, in steady milliseconds, and the last one is not so old that none will be. */
export const isStillAhead = ({ newest }: Crowd, at: number, now: Moment): boolean =>
  newest !== null && newest.told.steady < at && now.steady - newest.told.steady <= gapMs

/** The last count where it is fresh: sleep and a clock that was set make it old. */
function fresh({ newest }: Crowd, now: Moment, withinMs = freshMs): Crowd['newest'] {
  if (newest === null || newest.told.wall > now.wall + futureMs) return null
  return now.steady - newest.told.steady <= withinMs ? newest : null
}

/**
 * How many are on, null where that is not known. A 0 that is not sure is no number: games that hide players tell it. One
 * above it is good enough to say that there are some.
 */
export function onlineNow(crowd: Crowd, now: Moment): number | null {
  const count = fresh(crowd, now)
  return count === null || (count.online === 0 && !count.isSure) ? null : count.online
}

/** True where no more than so many are on, by whatever tells it but the console's lines; null where that is not known. */
export function isAtMost(crowd: Crowd, players: number, now: Moment): boolean | null {
  const online = crowd.newest?.isByLines ? null : onlineNow(crowd, now)
  return online === null ? null : online <= players
}

/**
 * For how long nobody was on, in milliseconds: from the first of the zeros to the last one, which is fresh. Null where
 * somebody is on, or where it is not known. The shorter time counts of what the wall clock and the monotonic one say.
 * @param withinMs how old the last one may be, in milliseconds
 */
export function emptyMs(crowd: Crowd, now: Moment, withinMs = freshMs): number | null {
  const { zeroSince } = crowd
  const count = fresh(crowd, now, withinMs)
  if (count === null || zeroSince === null) return null
  return Math.max(0, Math.min(count.told.mono - zeroSince.mono, count.told.wall - zeroSince.wall))
}

/** True where nobody is on: a sure 0 on two counts that lie 20 s apart, the newer one fresh. */
export const isEmpty = (crowd: Crowd, now: Moment): boolean => (emptyMs(crowd, now) ?? 0) >= emptyApartMs

/** The same where the next count may still be on its way: nothing was told since that speaks against it. */
export const isStillEmpty = (crowd: Crowd, now: Moment): boolean => (emptyMs(crowd, now, gapMs) ?? 0) >= emptyApartMs
