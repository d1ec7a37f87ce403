import type { Trend } from '../../shared/load-history/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Observation } from './observe.ts'
import { withEnd, withSample } from './trend.ts'

function ended(trend: Trend, at: number): Trend {
  const samples = withEnd(trend.samples, at)
  return samples === trend.samples ? trend : { samples: [...samples] }
}

/**
 * The server's trend after an observation, keyed by its ref: with its load, or at its end where that is no longer known.
 * Empty where nothing changed.
 */
export function changedTrend(
  trend: Trend | undefined,
  { ref, resources }: ServerView,
  seen: Observation,
): AppState['trends'] {
  if (resources !== null && seen.kind === 'reading') {
    const { cpuPercent, memoryBytes } = resources
    return { [ref]: { samples: withSample(trend?.samples ?? [], [seen.at, cpuPercent, memoryBytes]) } }
  }
  const after = trend !== undefined && resources === null ? ended(trend, seen.at) : trend
  return after === undefined || after === trend ? {} : { [ref]: after }
}

/** Ends the lines of all trends, as sleep and a lost network do. */
export const endTrends =
  (at: number) =>
  (state: AppState): AppState => {
    const changed = Object.entries(state.trends).map(([ref, trend]) => [ref, ended(trend, at)] as const)
    if (changed.every(([ref, trend]) => trend === state.trends[ref as ServerRef])) return state
    return { ...state, trends: Object.fromEntries(changed) }
  }

/** Puts what was kept of earlier readings in front of trends; ignored for servers that have gone. */
export const seedTrends =
  (seeds: AppState['trends']) =>
  (state: AppState): AppState => {
    const trends: Record<ServerRef, Trend> = {}
    for (const [key, { samples }] of Object.entries(seeds)) {
      const ref = key as ServerRef
      const known = state.trends[ref]?.samples ?? []
      const first = known[0]?.[0] ?? Number.POSITIVE_INFINITY
      const earlier = samples.filter(([at]) => at < first)
      if (state.servers[ref] !== undefined && earlier.length > 0) trends[ref] = { samples: [...earlier, ...known] }
    }
    return Object.keys(trends).length === 0 ? state : { ...state, trends: { ...state.trends, ...trends } }
  }
