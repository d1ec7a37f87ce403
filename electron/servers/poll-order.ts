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

// Two that are urgent are alike: endless less endless is not a number.
const byPressure = (now: number) => (one: Watched, other: Watched) => pressure(other, now) - pressure(one, now) || 0

/** How the polls of so many servers that nobody looks at are spread over time. */
function paceOf(count: number, last: Bunch) {
  const { least, most, perServer } = backgroundEveryMs
  const everyMs = Math.min(most, Math.max(least, count * perServer))
  const size = Math.min(bunchSize.most, Math.ceil(count * bunchSize.perServer))
  return { everyMs, size, spreadAt: last.at + (last.asked * everyMs) / Math.max(1, count) }
}

/**
 * The next servers of one panel to ask: those in view that are due, and a bunch of the others, of which the one that was
 * asked longest ago comes first. Of all, those closest to their deadline, or furthest past it, go first.
 * @param servers those that are not being asked, in the order in which they were last asked, new ones last
 * @param context.count how many of the panel's nobody looks at, with those that may not be asked now
 * @param context.last the last background polls of that panel
 * @param context.most maximum number of servers
 * @param context.isAtRest nobody looks at any, so that no more are looked through than are asked: an urgent one waits for its turn
 */
export function nextLooks(
  servers: Iterable<Watched>,
  context: Readonly<{ count: number; last: Bunch; now: number; most: number; isAtRest: boolean }>,
): Next {
  const { count, last, now, most, isAtRest } = context
  const { everyMs, size, spreadAt } = paceOf(count, last)
  const room = Math.min(size, most)
  const inView: Watched[] = []
  const background: Watched[] = []
  // Right after a bunch of as many as may be under way, none is looked at below.
  let soonest = room === 0 && spreadAt > now ? spreadAt : Number.POSITIVE_INFINITY
  for (const watched of servers) {
    if (isAtRest && background.length >= room) break
    const at = eligibleAt(watched, everyMs, spreadAt)
    if (at > now) soonest = Math.min(soonest, at)
    else if (watched.isForeground || watched.isUrgent) inView.push(watched)
    else if (background.length < room) background.push(watched)
  }
  const due = [...inView, ...background].sort(byPressure(now)).slice(0, most)
  return due.length > 0 ? { ask: due.map(({ ref }) => ref) } : { at: soonest }
}
