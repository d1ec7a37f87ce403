import type { LoadPoint, Sample } from '../../shared/load-history/contract.ts'
import { type HistorySpan, historySpans } from '../../shared/load-history/load-history.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long load is kept, in milliseconds. */
export const keepMs = 7 * day

/**
 * How load is thinned, in milliseconds: what is older than `afterMs` becomes one point for each `stepMs`. A panel gives
 * a new reading every 20 to 60 s, so half minutes lose nothing that a plot of an hour could show; five minutes are two
 * pixels of a plot of a day, and the highest value is kept beside the mean.
 */
const tiers = [
  { afterMs: day, stepMs: 30 * minute },
  { afterMs: historySpans.hour.spanMs, stepMs: historySpans.day.stepMs },
  { afterMs: 0, stepMs: historySpans.hour.stepMs },
] as const

const coarsestMs = tiers[0].stepMs

/**
 * Maximum number of points of one server: what the tiers come to (289, 282 and 130), and the readings of the half
 * minute that has only begun, one a second at most.
 */
export const maxPoints = 750

const inOrder = (points: readonly LoadPoint[]) => points.toSorted((a, b) => a[0] - b[0])

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
const most = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))
const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

/** One point for several, at `at`. Each counts the same. */
function folded(points: readonly LoadPoint[], at: number): LoadPoint {
  return [
    at,
    mean(known(points.map((point) => point[1]))),
    most(known(points.map((point) => point[2]))),
    mean(known(points.map((point) => point[3]))),
    most(known(points.map((point) => point[4]))),
  ]
}

/** Folds points that `keyOf` gives the same time, into one at that time; oldest first. `keyOf` keeps their order. */
const foldedBy = (points: readonly LoadPoint[], keyOf: (at: number) => number): LoadPoint[] =>
  [...Map.groupBy(inOrder(points), ([at]) => keyOf(at))].map(([at, slot]) => folded(slot, at))

const startOf = (at: number, stepMs: number) => Math.floor(at / stepMs) * stepMs

/** The start of the slot in which `at` lies by its age; itself in one that has only begun. */
function slotOf(at: number, now: number): number {
  const tier = tiers.find(({ afterMs, stepMs }) => startOf(at, stepMs) + stepMs <= now - afterMs)
  return tier === undefined ? at : startOf(at, tier.stepMs)
}

/** One reading as a point. */
export const pointOf = ([at, cpu, memory]: Readonly<Sample>): LoadPoint => [at, cpu, cpu, memory, memory]

/** The points with an end of the line behind them: the app ended there. */
export function withEnd(points: readonly LoadPoint[]): LoadPoint[] {
  const last = points.at(-1)
  return last === undefined ? [] : [...points, [last[0] + 1, null, null, null, null]]
}

/**
 * Points as they are to be kept at `now`: thinned by age, none older than a week, oldest first. A slot is folded once
 * all of it is old enough, so each is folded from the same points however often this is done. Points in the future
 * stay, since the clock may be wrong; if there is no room, the furthest goes first.
 */
export function thinned(points: readonly LoadPoint[], now: number): LoadPoint[] {
  const past = points.filter(([at]) => startOf(at, coarsestMs) > now - keepMs && at <= now)
  const ahead = inOrder(points.filter(([at]) => at > now))
  return [...foldedBy(past, (at) => slotOf(at, now)), ...ahead].slice(0, maxPoints)
}

/** What is drawn of a span that ends at `now`: one point for each step, in its middle, oldest first. */
export function within(points: readonly LoadPoint[], span: HistorySpan, now: number): LoadPoint[] {
  const { spanMs, stepMs } = historySpans[span]
  const seen = points.filter(([at]) => at > now - spanMs && at <= now)
  return foldedBy(seen, (at) => Math.min(startOf(at, stepMs) + stepMs / 2, now))
}

/** What a trend can begin with: the means since `since`, oldest first. */
export const samplesOf = (points: readonly LoadPoint[], since: number, now: number): Sample[] =>
  inOrder(points.filter(([at]) => at > since && at < now)).map(([at, cpu, , memory]) => [at, cpu, memory])
