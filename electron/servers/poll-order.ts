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
  /** It is being asked already. */
  readonly isAsking: boolean
}

/** The servers to ask now, the first one first, or when the next one is due. */
export type Next = { readonly ask: readonly ServerRef[] } | { readonly at: number }

/**
 * How often a server is polled that nobody looks at, in milliseconds, as far as the rate budget allows: `perServer`
 * times their number, within the bounds.
 */
const backgroundEveryMs = { least: 30_000, most: 60_000, perServer: 2_000 }
/**
 * Servers that nobody looks at are polled in bunches of up to this many: each poll by itself would wake an idle computer.
 */
const bunchSize = { most: 4, perServer: 1 / 12 }

/**
 * Deadlines from one poll to the next, in milliseconds; under a tight rate budget they are missed by all servers alike.
 */
const foregroundWithinMs = 36_000
const backgroundWithinMs = 280_000

/** The last background polls of a panel that went out together: when, in steady milliseconds, and how many. */
export type Bunch = { readonly at: number; readonly asked: number }

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

type Ranked = { readonly ref: ServerRef; readonly pressure: number }

// Two that are urgent are alike: endless less endless is not a number.
const byPressure = (one: Ranked, other: Ranked) => other.pressure - one.pressure || 0

/** The few of the highest pressure, highest first: most of thousands are out by one comparison, and nothing is kept of them. */
function createRanking(most: number) {
  const first: Ranked[] = []
  return {
    first,
    add(ref: ServerRef, pressure: number): void {
      if (first.length >= most && pressure <= (first.at(-1)?.pressure ?? Number.POSITIVE_INFINITY)) return
      first.splice(first.findLastIndex((one) => one.pressure >= pressure) + 1, 0, { ref, pressure })
      if (first.length > most) first.pop()
    },
  }
}

/** How the polls of so many servers that nobody looks at are spread over time. */
function paceOf(count: number, last: Bunch) {
  const { least, most, perServer } = backgroundEveryMs
  const everyMs = Math.min(most, Math.max(least, count * perServer))
  const size = Math.min(bunchSize.most, Math.ceil(count * bunchSize.perServer))
  return { everyMs, size, spreadAt: last.at + (last.asked * everyMs) / Math.max(1, count) }
}

/**
 * The next servers of one panel to ask: of those that may be asked, those closest to their deadline, or furthest past it.
 * A bunch is chosen at once, since it costs time in proportion to the number of servers.
 * @param last the last background polls of that panel
 * @param most maximum number of servers
 */
export function nextLooks(servers: readonly Watched[], last: Bunch, now: number, most: number): Next {
  const count = servers.reduce((sum, { isForeground, isAsking }) => (isForeground || isAsking ? sum : sum + 1), 0)
  const { everyMs, size, spreadAt } = paceOf(count, last)
  const inView = createRanking(most)
  const background = createRanking(Math.min(size, most))
  let soonest = Number.POSITIVE_INFINITY
  for (const watched of servers) {
    if (watched.isAsking) continue
    const at = eligibleAt(watched, everyMs, spreadAt)
    if (at > now) soonest = Math.min(soonest, at)
    else (watched.isForeground ? inView : background).add(watched.ref, pressure(watched, now))
  }
  const due = [...inView.first, ...background.first].sort(byPressure).slice(0, most)
  if (due.length > 0) return { ask: due.map(({ ref }) => ref) }
  return { at: soonest }
}

/**
 * The same where nobody looks at any of a fleet: who was asked longest ago is next, and the others are not looked at.
 * @param servers in the order in which they were last asked, without those that are being asked
 * @param count how many there are
 */
export function nextLooksAtRest(
  servers: Iterable<Watched>,
  count: number,
  last: Bunch,
  now: number,
  most: number,
): Next {
  const { everyMs, size, spreadAt } = paceOf(count, last)
  const ask: ServerRef[] = []
  // Right after a bunch of as many as may be under way, none is looked at below.
  let soonest = spreadAt > now ? spreadAt : Number.POSITIVE_INFINITY
  for (const watched of servers) {
    if (ask.length >= Math.min(size, most)) break
    const at = eligibleAt(watched, everyMs, spreadAt)
    if (at > now) soonest = Math.min(soonest, at)
    else ask.push(watched.ref)
  }
  return ask.length > 0 ? { ask } : { at: soonest }
}
