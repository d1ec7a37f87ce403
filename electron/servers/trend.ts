import type { Sample } from '../../shared/model/trend.ts'

/** How far back a trend goes, in milliseconds. */
const spanMs = 10 * 60_000
/** Least time between two samples, in milliseconds: a console tells its load every second. */
const leastApartMs = 5_000

/** The samples of the last ten minutes with a newer one behind them. */
export function withSample(samples: readonly Sample[], sample: Readonly<Sample>): Sample[] {
  const [at, cpu, memory] = sample
  const kept = samples.filter(([earlier]) => earlier > at - spanMs && earlier < at)
  const last = kept.at(-1)
  // The newest value always shows; one too close to the sample before the last replaces the last.
  const isClose = last !== undefined && at - (kept.at(-2)?.[0] ?? Number.NEGATIVE_INFINITY) < leastApartMs
  return [...(isClose ? kept.slice(0, -1) : kept), [at, cpu, memory]]
}
