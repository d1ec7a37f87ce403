import type { ServerRef } from '../../shared/model/identifier.ts'

/** What the schedule knows of one server. Times are steady milliseconds. */
export type Watched = {
  readonly ref: ServerRef
  /** A person looks at it, or an action on it runs. */
  readonly isNear: boolean
  /** Something was done to it, so what was read before says nothing any more. */
  readonly isUrgent: boolean
  /** Since when the app knows it. */
  readonly knownAt: number
  /** When it was last asked; null before the first time. */
  readonly askedAt: number | null
  /** The panel has nothing new before. */
  readonly notBefore: number
}

/** Which server to ask now, or when there will be one; null when there is none at all. */
export type Next = { readonly ask: ServerRef } | { readonly at: number } | null

/** A server that nobody looks at is asked this often where the rate budget has room: seldom where there are many. */
const restEveryMs = { least: 30_000, most: 60_000, perServer: 2_000 }
/**
 * Of many that nobody looks at a few are asked one right after the other, and then none for as much longer: a computer that
 * rests has to be woken for each look alike.
 */
const together = { most: 4, perServer: 1 / 12, withinMs: 1_000 }
/** A server that was asked longer ago than this is late. */
const lateAfterMs = 120_000
/** At the latest, as far as the rate budget allows. */
const nearWithinMs = 36_000
const restWithinMs = 280_000

/** Looks at servers that nobody looks at, one right after the other: when the first was, and how many there were. */
export type Bunch = { readonly startedAt: number; readonly asked: number }

/** The bunch after one more look. */
export function withLook(bunch: Bunch, now: number): Bunch {
  const isOver = now - bunch.startedAt >= together.withinMs
  return isOver ? { startedAt: now, asked: 1 } : { ...bunch, asked: bunch.asked + 1 }
}

/**
 * From when a server may be asked while other looks at its panel are under way: those of a bunch go one after the other, over one
 * connection, unless that is slow or they are late.
 */
export function turnAt(
  { isNear, isUrgent, askedAt }: Watched,
  { inFlight, bunch }: { readonly inFlight: number; readonly bunch: Bunch },
  now: number,
): number {
  const isPatient = !isNear && !isUrgent && askedAt !== null && now - askedAt < lateAfterMs
  return isPatient && inFlight > 0 ? bunch.startedAt + together.withinMs : now
}

/** When a server may be asked again. The rest are spread over their period instead of asked all in a row. */
function eligibleAt(watched: Watched, restMs: number, spreadAt: number): number {
  const { askedAt, notBefore, isNear, isUrgent } = watched
  if (askedAt === null || isUrgent || isNear) return notBefore
  return Math.max(notBefore, askedAt + restMs, spreadAt)
}

/** How much of the time is used up within which a server must be asked; the largest goes first. */
function pressure({ isNear, isUrgent, askedAt, knownAt }: Watched, now: number): number {
  if (isUrgent || (isNear && askedAt === null)) return Number.POSITIVE_INFINITY
  return (now - (askedAt ?? knownAt)) / (isNear ? nearWithinMs : restWithinMs)
}

/**
 * The next server of one panel to ask: of those that may be asked the one whose time is used up most, so that
 * under a tight budget all grow late alike.
 * @param bunch the last looks at servers that nobody looks at
 */
export function nextLook(servers: readonly Watched[], bunch: Bunch, now: number): Next {
  const rest = servers.filter(({ isNear }) => !isNear).length
  const { least, most, perServer } = restEveryMs
  const restMs = Math.min(most, Math.max(least, rest * perServer))
  const size = Math.min(together.most, Math.ceil(rest * together.perServer))
  const isWhole = bunch.asked >= size || now - bunch.startedAt >= together.withinMs
  const spreadAt = isWhole ? bunch.startedAt + (bunch.asked * restMs) / Math.max(1, rest) : bunch.startedAt
  let best: { ref: ServerRef; pressure: number } | null = null
  let soonest = Number.POSITIVE_INFINITY
  for (const watched of servers) {
    const at = eligibleAt(watched, restMs, spreadAt)
    if (at > now) {
      soonest = Math.min(soonest, at)
      continue
    }
    const its = pressure(watched, now)
    if (best === null || its > best.pressure) best = { ref: watched.ref, pressure: its }
  }
  if (best !== null) return { ask: best.ref }
  return servers.length === 0 ? null : { at: soonest }
}
