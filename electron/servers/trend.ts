import type { Sample } from '../../shared/load-history/contract.ts'
import { trendSpanMs } from '../../shared/load-history/load-history.ts'

/** Least time between two samples, in milliseconds: a console tells its load every second. */
const leastApartMs = 5_000

/** The samples of the last ten minutes with a newer one behind them. */
export function withSample(samples: readonly Sample[], sample: Readonly<Sample>): Sample[] {
  const [at, cpu, memory] = sample
  const kept = samples.filter(([earlier]) => earlier > at - trendSpanMs && earlier < at)
  const last = kept.at(-1)
  // The newest value always shows; one too close to the sample before the last replaces the last.
  const isClose = last !== undefined && at - (kept.at(-2)?.[0] ?? Number.NEGATIVE_INFINITY) < leastApartMs
  return [...(isClose ? kept.slice(0, -1) : kept), [at, cpu, memory]]
}

const isEnd = ([, cpu, memory]: Readonly<Sample>) => cpu === null && memory === null

/** The samples with an end of the line at `at`; the same ones where nothing is drawn up to then. */
export function withEnd(samples: readonly Sample[], at: number): readonly Sample[] {
  const last = samples.at(-1)
  return last === undefined || isEnd(last) || at <= last[0] ? samples : withSample(samples, [at, null, null])
}
