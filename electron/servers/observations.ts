import type { Sample, Trend } from '../../shared/load-history/contract.ts'
import { trendSpanMs } from '../../shared/load-history/load-history.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf, withValues } from '../../shared/tables.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { type Observation, observe } from './observe.ts'

/** One observation and its server. */
export type ServerObservation = { readonly ref: ServerRef; readonly seen: Observation }

/**
 * Writes observations to their servers, and readings of load to their trends. The tables are copied once, however many
 * there are.
 */
const noteObservations =
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
      servers: withValues(state.servers, servers),
      trends: hasTrends ? { ...state.trends, ...trends } : state.trends,
    }
  }

export const noteObservation = (ref: ServerRef, seen: Observation) => noteObservations([{ ref, seen }])

/** Least time between two samples, in milliseconds: a console tells its load every second. */
const leastApartMs = 5_000

/** The samples of the last ten minutes with a newer one behind them. */
function withSample(samples: readonly Sample[], sample: Readonly<Sample>): Sample[] {
  const [at, cpu, memory] = sample
  const kept = samples.filter(([earlier]) => earlier > at - trendSpanMs && earlier < at)
  const last = kept.at(-1)
  // The newest value always shows; one too close to the sample before the last replaces the last.
  const isClose = last !== undefined && at - (kept.at(-2)?.[0] ?? Number.NEGATIVE_INFINITY) < leastApartMs
  return [...(isClose ? kept.slice(0, -1) : kept), [at, cpu, memory]]
}

const isEnd = ([, cpu, memory]: Readonly<Sample>) => cpu === null && memory === null

/** The trend with an end of its line at `at`; the same one where nothing is drawn up to then. */
function ended(trend: Trend, at: number): Trend {
  const last = trend.samples.at(-1)
  if (last === undefined || isEnd(last) || at <= last[0]) return trend
  return { samples: withSample(trend.samples, [at, null, null]) }
}

/**
 * The server's trend after an observation, keyed by its ref: with its load, or at its end where that is no longer known.
 * Empty where nothing changed.
 */
function changedTrend(trend: Trend | undefined, { ref, resources }: ServerView, seen: Observation): AppState['trends'] {
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

/** How often the buffer is emptied, in milliseconds: `perServer` times the number of all servers, within the bounds. */
const flushEveryMs = { least: 1_000, most: 30_000, perServer: 3 }

/**
 * Observations of servers that wait to be written to the state together: each change of the state costs time in
 * proportion to the number of servers, so only what somebody looks at is written at once.
 */
export function createObservationBuffer({ store, clock }: Pick<FeatureBasics, 'store' | 'clock'>) {
  let waiting: ServerObservation[] = []
  let flushedAt = Number.NEGATIVE_INFINITY

  function flush(): void {
    if (waiting.length === 0) return
    const known = store.get()
    const now = clock.now()
    const observations = waiting
      .filter(({ ref, seen }) => seen.kind !== 'reading' || !isReadByConsole(known, ref, now))
      // One taken before the clock was set back would lie in the future, and be taken for newer than all that follow.
      .map(({ ref, seen }) => {
        const from = seen.kind === 'reading' && seen.from !== undefined ? { from: Math.min(seen.from, now) } : {}
        return { ref, seen: { ...seen, at: Math.min(seen.at, now), ...from } }
      })
    waiting = []
    flushedAt = clock.steady()
    store.update(noteObservations(observations))
  }

  return {
    /** @param isUrgent somebody looks at the server: this and all that wait are written at once */
    note(observation: ServerObservation, isUrgent: boolean): void {
      waiting.push(observation)
      if (isUrgent) flush()
    },
    /** Writes what waits now. */
    flush,
    /** Writes what waits, unless something was written only just now. */
    flushDue(): void {
      const { least, most, perServer } = flushEveryMs
      const everyMs = Math.min(most, Math.max(least, valuesOf(store.get().servers).length * perServer))
      if (clock.steady() - flushedAt >= everyMs) flush()
    },
  }
}

/** How long an open console may be silent before its server is polled all the same, in milliseconds. */
const silentForMs = 45_000

type Known = Pick<AppState, 'servers' | 'consoles'>

/** True while a console of the server is open. */
export const isStreaming = ({ consoles }: Known, ref: ServerRef) => consoles[ref]?.stream?.phase === 'open'

/**
 * True while an open console tells the server's state, and did so lately. It is newer than any answer of the panel,
 * which may come from a cache, so none takes its place. Of a server that the panel holds, the panel alone tells.
 * @param now unix milliseconds
 */
export function isReadByConsole(state: Known, ref: ServerRef, now: number): boolean {
  const server = state.servers[ref]
  if (server === undefined || server.condition !== null) return false
  return isStreaming(state, ref) && Math.abs(now - (server.observedAt ?? 0)) <= silentForMs
}
