import type { PlayerCount } from '../../shared/model/players.ts'
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
  /** Since when every count was a sure 0: when the first of them was seen here. Null where the last one was none. */
  readonly zeroSince: Moment | null
}

export const nobodyAsked: Crowd = { newest: null, zeroSince: null }

/**
 * What is known once `count` is there, which may be the one that is known already. Null is not known, and ends what zeros
 * there were, as does a pause without any count.
 * @param now when it was seen here
 */
export function noteCount(crowd: Crowd, count: PlayerCount | null, now: Moment): Crowd {
  if (count === null) return crowd.newest === null ? crowd : nobodyAsked
  const { online, isSure, at, source } = count
  const { newest, zeroSince } = crowd
  if (newest?.told.wall === at && newest.online === online && newest.isSure === isSure) return crowd
  const ageMs = Math.max(0, now.wall - at)
  const told = { wall: at, mono: now.mono - ageMs, steady: now.steady - ageMs }
  const isZero = isSure && online === 0
  // After the clock was set back, the first of the zeros would be of the future.
  const isLater = newest !== null && told.wall >= newest.told.wall
  const goesOn = zeroSince !== null && isLater && told.steady - newest.told.steady <= gapMs
  const first = goesOn ? zeroSince : now
  const isByLines = source === 'console' || source === 'list-command'
  return { newest: { online, isSure, isByLines, told }, zeroSince: isZero ? first : null }
}

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
