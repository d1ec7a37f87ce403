import type { ServerRef } from '../../shared/model/identifier.ts'

/** What decides when a server is polled. Times are steady milliseconds. */
export type Watched = {
  readonly ref: ServerRef
  /** A person looks at it, or an action on it runs. */
  readonly isForeground: boolean
  /** An action was sent to it, so its last reading is out of date. */
  readonly isUrgent: boolean
  /** When the app first listed it. */
  readonly knownAt: number
  /** When it was last asked; null before the first time. */
  readonly askedAt: number | null
  /** Until then the panel would only repeat its cached answer. */
  readonly notBefore: number
}

/** The servers to ask now, the first one first, or when the next one is due; null without servers. */
export type Next = { readonly ask: readonly [ServerRef, ...ServerRef[]] } | { readonly at: number } | null

/**
 * How often a server is polled that nobody looks at, in milliseconds, as far as the rate budget allows: `perServer`
 * times their number, within the bounds.
 */
const backgroundEveryMs = { least: 30_000, most: 60_000, perServer: 2_000 }
/**
 * Servers that nobody looks at are polled in bunches of up to this many, within this many milliseconds: each poll by
 * itself would wake an idle computer.
 */
const bunches = { most: 4, perServer: 1 / 12, withinMs: 1_000 }
/**
 * How long a panel that answered its last poll within a bunch's time is waited for, in milliseconds: longer than it most
 * likely takes, since also a timer that is taken back in time wakes the process.
 */
const quickAnswerMs = 5_000
/** A server that was last asked longer ago than this does not wait for the others of its bunch. */
const lateAfterMs = 120_000
/**
 * Deadlines from one poll to the next, in milliseconds; under a tight rate budget they are missed by all servers alike.
 */
const foregroundWithinMs = 36_000
const backgroundWithinMs = 280_000

/** A bunch of background polls: when its first one went out, and how many have. */
export type Bunch = { readonly startedAt: number; readonly asked: number }

/** Whether the time of a bunch is over: what is left of it waits for another one. */
export const isOver = ({ startedAt }: Bunch, now: number): boolean => now - startedAt >= bunches.withinMs

/** The bunch with one more poll in it, or a new one where its time is over. */
export function withLook(bunch: Bunch, now: number): Bunch {
  return isOver(bunch, now) ? { startedAt: now, asked: 1 } : { ...bunch, asked: bunch.asked + 1 }
}

/**
 * When a server may be asked while other polls of its panel are under way. Those of a bunch follow one another over one
 * connection, unless that is slow or they are late.
 * @param panel `answeredInMs` is how long its last answer took; without end where none came
 */
export function turnAt(
  { isForeground, isUrgent, askedAt }: Watched,
  {
    inFlight,
    bunch,
    answeredInMs,
  }: { readonly inFlight: number; readonly bunch: Bunch; readonly answeredInMs: number },
  now: number,
): number {
  const isPatient = !isForeground && !isUrgent && askedAt !== null && now - askedAt < lateAfterMs
  if (!isPatient || inFlight === 0) return now
  return bunch.startedAt + (answeredInMs < bunches.withinMs ? quickAnswerMs : bunches.withinMs)
}

/** When a server may be asked again. Background polls are spread over their period instead of sent all in a row. */
function eligibleAt(watched: Watched, everyMs: number, spreadAt: number): number {
  const { askedAt, notBefore, isForeground, isUrgent } = watched
  if (askedAt === null || isUrgent || isForeground) return notBefore
  return Math.max(notBefore, askedAt + everyMs, spreadAt)
}

/** The share of a server's deadline that has passed; the server with the largest goes first. */
function pressure({ isForeground, isUrgent, askedAt, knownAt }: Watched, now: number): number {
  if (isUrgent || (isForeground && askedAt === null)) return Number.POSITIVE_INFINITY
  return (now - (askedAt ?? knownAt)) / (isForeground ? foregroundWithinMs : backgroundWithinMs)
}

/**
 * The next servers of one panel to ask: of those that may be asked, those closest to their deadline, or furthest past it.
 * A bunch is chosen at once, since it costs time in proportion to the number of servers.
 * @param bunch the last background polls of that panel
 * @param most maximum number of servers
 */
export function nextLooks(servers: readonly Watched[], bunch: Bunch, now: number, most: number): Next {
  const count = servers.filter(({ isForeground }) => !isForeground).length
  const { least, most: longest, perServer } = backgroundEveryMs
  const everyMs = Math.min(longest, Math.max(least, count * perServer))
  const size = Math.min(bunches.most, Math.ceil(count * bunches.perServer))
  const isNew = isOver(bunch, now)
  const isWhole = isNew || bunch.asked >= size
  const spreadAt = isWhole ? bunch.startedAt + (bunch.asked * everyMs) / Math.max(1, count) : bunch.startedAt
  const due: { readonly watched: Watched; readonly pressure: number }[] = []
  let soonest = Number.POSITIVE_INFINITY
  for (const watched of servers) {
    const at = eligibleAt(watched, everyMs, spreadAt)
    if (at > now) soonest = Math.min(soonest, at)
    else due.push({ watched, pressure: pressure(watched, now) })
  }
  // Two that are urgent are alike: endless less endless is not a number.
  due.sort((one, other) => other.pressure - one.pressure || 0)
  const room = isNew ? size : Math.max(1, size - bunch.asked)
  const inBunch = new Set(due.filter(({ watched }) => !watched.isForeground).slice(0, room))
  const chosen = due.filter((each) => each.watched.isForeground || inBunch.has(each)).slice(0, most)
  const [first, ...others] = chosen.map(({ watched }) => watched.ref)
  if (first !== undefined) return { ask: [first, ...others] }
  return servers.length === 0 ? null : { at: soonest }
}
