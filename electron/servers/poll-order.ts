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

/** The server to ask now, or when the next one is due; null without servers. */
export type Next = { readonly ask: ServerRef } | { readonly at: number } | null

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

/** The bunch with one more poll in it, or a new one where its time is over. */
export function withLook(bunch: Bunch, now: number): Bunch {
  const isOver = now - bunch.startedAt >= bunches.withinMs
  return isOver ? { startedAt: now, asked: 1 } : { ...bunch, asked: bunch.asked + 1 }
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
 * The next server of one panel to ask: of those that may be asked the one closest to its deadline, or furthest past it.
 * @param bunch the last background polls of that panel
 */
export function nextLook(servers: readonly Watched[], bunch: Bunch, now: number): Next {
  const count = servers.filter(({ isForeground }) => !isForeground).length
  const { least, most, perServer } = backgroundEveryMs
  const everyMs = Math.min(most, Math.max(least, count * perServer))
  const size = Math.min(bunches.most, Math.ceil(count * bunches.perServer))
  const isWhole = bunch.asked >= size || now - bunch.startedAt >= bunches.withinMs
  const spreadAt = isWhole ? bunch.startedAt + (bunch.asked * everyMs) / Math.max(1, count) : bunch.startedAt
  let best: { ref: ServerRef; pressure: number } | null = null
  let soonest = Number.POSITIVE_INFINITY
  for (const watched of servers) {
    const at = eligibleAt(watched, everyMs, spreadAt)
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
