import type { Trend } from '../../shared/load-history/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { type Observation, observe } from './observe.ts'
import { changedTrend } from './trends.ts'

/** One observation and its server. */
export type ServerObservation = { readonly ref: ServerRef; readonly seen: Observation }

/**
 * Writes observations to their servers, and readings of load to their trends. The tables are copied once, however many
 * there are.
 */
export const noteObservations =
  (observations: readonly ServerObservation[]) =>
  (state: AppState): AppState => {
    const servers: Record<ServerRef, ServerView> = {}
    const trends: Record<ServerRef, Trend> = {}
    for (const { ref, seen } of observations) {
      const known = servers[ref] ?? state.servers[ref]
      const next = known && observe(known, seen)
      if (next === undefined || next === known) continue
      servers[ref] = next
      Object.assign(trends, changedTrend(trends[ref] ?? state.trends[ref], next, seen))
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
