import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { Trend } from '../../shared/model/trend.ts'
import type { AppState } from '../../shared/state/state.ts'
import { type Observation, observe } from './observe.ts'
import { withSample } from './trend.ts'

/** What was seen of one server. */
export type Sighting = { readonly ref: ServerRef; readonly seen: Observation }

/** The trend of a server with what was just seen of its load, by its name; nothing where no load was seen. */
function trendAfter(trend: Trend | undefined, { ref, resources }: ServerView, seen: Observation): AppState['trends'] {
  if (seen.kind !== 'reading' || resources === null) return {}
  return {
    [ref]: { samples: withSample(trend?.samples ?? [], [seen.at, resources.cpuPercent, resources.memoryBytes]) },
  }
}

/**
 * Folds what looks at servers brought into them, and readings of their load into their trends. However many looks
 * there are, the tables are copied once.
 */
export const noteObservations =
  (sightings: readonly Sighting[]) =>
  (state: AppState): AppState => {
    const servers: Record<ServerRef, ServerView> = {}
    const trends: Record<ServerRef, Trend> = {}
    for (const { ref, seen } of sightings) {
      const known = servers[ref] ?? state.servers[ref]
      const next = known && observe(known, seen)
      if (next === undefined || next === known) continue
      servers[ref] = next
      Object.assign(trends, trendAfter(trends[ref] ?? state.trends[ref], next, seen))
    }
    if (Object.keys(servers).length === 0) return state
    const hasTrends = Object.keys(trends).length > 0
    return {
      ...state,
      servers: { ...state.servers, ...servers },
      trends: hasTrends ? { ...state.trends, ...trends } : state.trends,
    }
  }

export const noteObservation = (ref: ServerRef, seen: Observation) => noteObservations([{ ref, seen }])
