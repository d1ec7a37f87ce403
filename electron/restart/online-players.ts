import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PlayerCount } from '../../shared/model/players-schema.ts'
import { type Moment, momentOf } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import type { PlayersWatch } from '../players/poller.ts'
import type { RestartParts } from './parts.ts'

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
export type OnlinePlayers = {
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

export const nobodyAsked: OnlinePlayers = { newest: null, zeroSince: null, look: null }

/**
 * What is known once `count` is there, which may be the one that is known already. Null is not known, and ends what zeros
 * there were, as does a pause without any count.
 * @param now when it was seen here
 */
export function noteCount(known: OnlinePlayers, count: PlayerCount | null, now: Moment): OnlinePlayers {
  if (count === null) return known.newest === null ? known : { ...nobodyAsked, look: known.look }
  const { online, isSure, at, source } = count
  const { newest, zeroSince } = known
  if (newest?.told.wall === at && newest.online === online && newest.isSure === isSure) return known
  const ageMs = Math.max(0, now.wall - at)
  const told = { wall: at, mono: now.mono - ageMs, steady: now.steady - ageMs }
  const isZero = isSure && online === 0
  // An answer that was overtaken by a later one.
  if (newest !== null && told.steady < newest.told.steady) return known
  // After the clock was set back, the first of the zeros would be of the future.
  const isLater = newest !== null && told.wall >= newest.told.wall
  const goesOn = zeroSince !== null && isLater && told.steady - newest.told.steady <= gapMs
  // By its own word, but for an old one: what went on since, such as sleep, was not seen.
  const first = goesOn ? zeroSince : ageMs <= freshMs ? told : now
  const isByLines = source === 'console' || source === 'list-command'
  return { ...known, newest: { online, isSure, isByLines, told }, zeroSince: isZero ? first : null }
}

/** What is known once a look has brought `count`; null where it was not answered in time: then nobody is known to be away. */
function noteLook(known: OnlinePlayers, at: number, count: PlayerCount | null, now: Moment): OnlinePlayers {
  if (count === null) return { ...known, zeroSince: null, look: { at, answer: 'unanswered' } }
  const isNew = now.steady - Math.max(0, now.wall - count.at) >= at
  return { ...noteCount(known, count, now), look: { at, answer: isNew ? 'told' : 'before' } }
}

/** True where the last count is of just now. */
export const isJustTold = ({ newest }: OnlinePlayers, now: Moment): boolean =>
  newest !== null && now.steady - newest.told.steady <= justNowMs

/** True where no count was told since `at`, in steady milliseconds, and the last one is not so old that none will be. */
export const isStillAhead = ({ newest }: OnlinePlayers, at: number, now: Moment): boolean =>
  newest !== null && newest.told.steady < at && now.steady - newest.told.steady <= gapMs

/** The last count where it is fresh: sleep and a clock that was set make it old. */
function fresh({ newest }: OnlinePlayers, now: Moment, withinMs = freshMs): OnlinePlayers['newest'] {
  if (newest === null || newest.told.wall > now.wall + futureMs) return null
  return now.steady - newest.told.steady <= withinMs ? newest : null
}

/**
 * How many are on, null where that is not known. A 0 that is not sure is no number: games that hide players tell it. One
 * above it is good enough to say that there are some.
 */
export function onlineNow(known: OnlinePlayers, now: Moment): number | null {
  const count = fresh(known, now)
  return count === null || (count.online === 0 && !count.isSure) ? null : count.online
}

/** True where no more than so many are on, by whatever tells it but the console's lines; null where that is not known. */
export function isAtMost(known: OnlinePlayers, players: number, now: Moment): boolean | null {
  const online = known.newest?.isByLines ? null : onlineNow(known, now)
  return online === null ? null : online <= players
}

/**
 * For how long nobody was on, in milliseconds: from the first of the zeros to the last one, which is fresh. Null where
 * somebody is on, or where it is not known. The shorter time counts of what the wall clock and the monotonic one say.
 * @param withinMs how old the last one may be, in milliseconds
 */
export function emptyMs(known: OnlinePlayers, now: Moment, withinMs = freshMs): number | null {
  const { zeroSince } = known
  const count = fresh(known, now, withinMs)
  if (count === null || zeroSince === null) return null
  return Math.max(0, Math.min(count.told.mono - zeroSince.mono, count.told.wall - zeroSince.wall))
}

/** True where nobody is on: a sure 0 on two counts that lie 20 s apart, the newer one fresh. */
export const isEmpty = (known: OnlinePlayers, now: Moment): boolean => (emptyMs(known, now) ?? 0) >= emptyApartMs

/** The same where the next count may still be on its way: nothing was told since that speaks against it. */
export const isStillEmpty = (known: OnlinePlayers, now: Moment): boolean =>
  (emptyMs(known, now, gapMs) ?? 0) >= emptyApartMs

/** For so long the answer to a last look is waited for, in milliseconds; after half of it they are asked once more. */
export const lookMs = 1_000

/** The players of the servers for which something waits. */
export function followOnlinePlayers({
  store,
  clock,
  watchPlayers,
}: Pick<RestartParts, 'store' | 'clock' | 'watchPlayers'>) {
  const followed = new Map<ServerRef, { known: OnlinePlayers; readonly hold: PlayersWatch }>()
  return {
    /** Keeps to these servers from now on, and takes in what is known of them. */
    follow(refs: ReadonlySet<ServerRef>, now: Moment): void {
      for (const [ref, { hold }] of followed) {
        if (refs.has(ref)) continue
        followed.delete(ref)
        hold.release()
      }
      for (const ref of refs) {
        const one = followed.get(ref) ?? { known: nobodyAsked, hold: watchPlayers(ref) }
        one.known = noteCount(one.known, store.get().players[ref]?.count ?? null, now)
        followed.set(ref, one)
      }
    },
    /** Asks a server that is followed anew, and takes in what comes of it; ends after a second at most. */
    async look(ref: ServerRef): Promise<void> {
      const one = followed.get(ref)
      if (one === undefined) return
      const at = clock.steady()
      one.known = { ...one.known, look: { at, answer: 'open' } }
      const asked = one.hold.ask()
      const soon = await withTimeout(clock, lookMs / 2, asked)
      const again = () => withTimeout(clock, lookMs / 2, Promise.race([asked, one.hold.ask()]))
      const count = soon === late ? await again() : soon
      one.known = noteLook(one.known, at, count === late ? null : count, momentOf(clock))
    },
    /** The computer slept: that nobody was on before says nothing of the time after. */
    noteSleep(): void {
      for (const one of followed.values()) one.known = { ...one.known, zeroSince: null }
    },
    /** Nothing is known of a server that is not followed. */
    of: (ref: ServerRef): OnlinePlayers => followed.get(ref)?.known ?? nobodyAsked,
    dispose(): void {
      for (const { hold } of followed.values()) hold.release()
      followed.clear()
    },
  }
}
