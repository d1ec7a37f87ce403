import type { LoadPoint, Sample, Trend } from '../../shared/load-history/contract.ts'
import { type HistorySpan, trendSpanMs } from '../../shared/load-history/load-history.ts'
import { panelOf, type ServerRef } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { getOrMake, keysOf } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { createLater } from '../lib/later.ts'
import { seedTrends } from '../servers/observations.ts'
import type { StateStore } from '../state/store.ts'
import { type LoadTable, maxServers } from './file.ts'
import { pointOf, samplesOf, thinned, withEnd, within } from './points.ts'

/** How often the file is written at most, in milliseconds: a kill of the app loses no more than this. */
const writeEveryMs = 10 * 60_000

/** What is kept of a server, and when its newest reading of this run was taken, in unix milliseconds. */
type ServerHistory = { points: LoadPoint[]; notedAt: number }

const noHistory = (): ServerHistory => ({ points: [], notedAt: Number.NEGATIVE_INFINITY })

/** Keeps the load that the trends of the state tell, of those servers that came first or were looked at last. */
export function createLoadHistory(deps: { store: StateStore; clock: Clock; file: KeptFile<LoadTable> }) {
  const { store, clock, file } = deps
  const kept = new Map<ServerRef, ServerHistory>()
  /** Servers whose trends can still begin with what is on disk. */
  const unseeded = new Set<ServerRef>()
  const since = clock.now()

  for (const [ref, points] of file.get()) {
    kept.set(ref, { ...noHistory(), points: withEnd(points) })
    unseeded.add(ref)
  }

  /** Thins what is kept, and forgets servers of which nothing was read for a week. Returns what is to be written. */
  function tidied(): LoadTable {
    const now = clock.now()
    for (const [ref, entry] of kept) {
      entry.points = thinned(entry.points, now)
      if (entry.points.length === 0) kept.delete(ref)
    }
    return new Map([...kept].map(([ref, { points }]) => [ref, points]))
  }

  const writing = createLater(clock, writeEveryMs, () => {
    file.set(tidied())
    // With what could not be read before; it goes on growing in its place.
    for (const [ref, points] of file.get()) getOrMake(kept, ref, noHistory).points = [...points]
  })

  /** What is kept of a server; null where it is one too many. */
  const entryOf = (ref: ServerRef): ServerHistory | null =>
    kept.has(ref) || kept.size < maxServers ? getOrMake(kept, ref, noHistory) : null

  function note({ trends }: AppState, before: AppState): void {
    // Of a large fleet only those that are kept are looked at.
    const refs = kept.size < maxServers ? keysOf(trends) : [...kept.keys()]
    for (const ref of refs) {
      const sample = trends[ref] === before.trends[ref] ? undefined : trends[ref]?.samples.at(-1)
      const entry = sample && entryOf(ref)
      // A trend that began with what is kept tells nothing new.
      if (!sample || !entry || sample[0] === entry.notedAt) continue
      entry.notedAt = sample[0]
      entry.points.push(pointOf(sample))
      writing.soon()
    }
  }

  /** The trends of servers that have just come begin with what is kept. */
  function seed(): void {
    const [now, { servers }] = [clock.now(), store.get()]
    const seeds: Record<ServerRef, Trend> = {}
    for (const ref of unseeded) {
      if (servers[ref] === undefined) continue
      unseeded.delete(ref)
      const entry = kept.get(ref)
      const samples = samplesOf(entry?.points ?? [], now - trendSpanMs, now)
      const newest = samples.at(-1)
      if (entry === undefined || newest === undefined) continue
      entry.notedAt = Math.max(entry.notedAt, newest[0])
      seeds[ref] = { samples }
    }
    store.update(seedTrends(seeds))
  }

  /** A removed key takes with it what is kept of the servers that only it reached. */
  function forgetRemoved(after: AppState, before: AppState): void {
    const hasGone = (ref: ServerRef) => {
      const isPanelGone = own(after.panels, panelOf(ref)) === undefined
      return isPanelGone || (before.servers[ref] !== undefined && after.servers[ref] === undefined)
    }
    // The write may bring back what could not be read before.
    while ([...kept.keys()].some(hasGone)) {
      for (const ref of [...kept.keys()].filter(hasGone)) kept.delete(ref)
      writing.now()
    }
  }

  const unsubscribe = store.subscribe((after, before) => {
    if (after.trends !== before.trends) note(after, before)
    if (unseeded.size > 0 && after.servers !== before.servers) seed()
    const { keys } = after
    if (keys !== before.keys && Object.keys(before.keys).some((id) => !Object.hasOwn(keys, id)))
      forgetRemoved(after, before)
  })

  return {
    /**
     * One point for each step of the span, oldest first. If there are too many servers, those that were looked at lately
     * stay.
     */
    read(ref: ServerRef, span: HistorySpan): LoadPoint[] {
      const entry = kept.get(ref)
      if (entry === undefined && kept.size < maxServers) return []
      // The one looked at longest ago makes room.
      const [oldest] = kept.keys()
      if (entry === undefined && oldest !== undefined) kept.delete(oldest)
      kept.delete(ref)
      const looked = entry ?? noHistory()
      kept.set(ref, looked)
      return within(looked.points, span, clock.now())
    },
    /** Gives a server of which nothing is kept a past, oldest first. */
    backfill(ref: ServerRef, samples: readonly Sample[]): void {
      const entry = entryOf(ref)
      if (entry === null || entry.points.some(([at]) => at < since)) return
      entry.points = thinned([...samples.map(pointOf), ...entry.points], clock.now())
      unseeded.add(ref)
      seed()
      writing.soon()
    },
    /** Writes what is not written yet. */
    flush: writing.flush,
    dispose(): void {
      unsubscribe()
      writing.flush()
    },
  }
}

export type LoadHistory = ReturnType<typeof createLoadHistory>
