import { catalogue } from '../../shared/error-catalogue.ts'
import type { JobKind, OpenJob } from '../../shared/jobs/contract.ts'
import { identifierIn, panelOf, type ServerRef } from '../../shared/model/identifier.ts'
import { isUnderWay } from '../../shared/model/under-way.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/time-limit.ts'
import type { StateStore } from '../state/store.ts'
import { createLane } from '../transfers/lanes.ts'
import { createMeter, type Progress } from '../transfers/meter.ts'
import { type JobEntry, type Journal, openEntry } from './journal.ts'
import { type JobTable, type JobView, jobTables } from './tables.ts'

/** How long the end of the app waits for what jobs still have to send, in milliseconds. */
const lastWordsMs = 5_000

type About = {
  readonly kind: JobKind
  readonly ref: ServerRef
  /** What it is about beside the server, for the sentence that a next start says. */
  readonly what: string
}

type Order<V extends JobView> = About & {
  readonly table: JobTable<V>
  /** How it is shown first. */
  readonly view: (id: string) => V
  /** By what it is known: the same is not to be under way twice. */
  readonly key?: string
  /** Two of a lane run at a time, the others wait; with a lane its bytes are measured. */
  readonly lane?: 'down' | 'up' | 'backups'
}

/** A job that runs, as what does its work sees it. */
export type Job<V extends JobView> = {
  readonly id: string
  readonly ref: ServerRef
  /** Fires when a person cancels it, and when the app ends. */
  readonly signal: AbortSignal
  readonly entry: Omit<JobEntry, 'close'>
  view(): V
  change(more: Partial<V>): void
  /** @param bytes all that went over so far */
  moved(bytes: number): void
  /** Its journal entry stays, though the job is shown as ended, until this says whether nothing is open any more. */
  holdOpen(work: Promise<boolean>): void
  /** Its end is not shown: somebody waits for the answer. */
  leaveNoTrace(): void
}

type UnderWay = {
  readonly key: string | undefined
  readonly ended: Promise<Result<unknown>>
  readonly ending: AbortController
}

type Deps = {
  readonly store: StateStore
  readonly clock: Clock
  readonly newId: () => string
  readonly journal: Pick<Journal, 'write' | 'remove'>
  /** Fires before anything ends with the app: from then on an end that was not seen may be the app's doing. */
  readonly end: AbortSignal
  /** Told of a job that has ended, and whose undo is not known to have arrived. */
  readonly onNotUndone?: (job: OpenJob) => void
}

/**
 * Runs what takes long: transfers, backups, reinstalls. Each stands in the state for whoever shows it, and in the journal
 * for a next start.
 */
export function createJobs({ store, clock, newId, journal, end: appEnd, onNotUndone }: Deps) {
  const lanes = { down: createLane(), up: createLane(), backups: createLane() }
  const underWay = new Map<string, UnderWay>()

  function open({ kind, ref, what }: About, id: string): JobEntry {
    const { servers, panels } = store.get()
    const identifier = identifierIn(ref)
    return openEntry(journal, {
      id,
      kind,
      baseUrl: panels[panelOf(ref)]?.baseUrl ?? panelOf(ref),
      identifier,
      server: servers[ref]?.name ?? identifier,
      what,
      startedAt: clock.now(),
    })
  }

  /** A next start tells of what the app's end cut off, but for what the panel refused. */
  const isCut = (result: Result<unknown>) =>
    appEnd.aborted &&
    !result.ok &&
    (result.error.mayHaveActed === true || catalogue[result.error.code].delivery !== 'refused')

  function close(entry: JobEntry): void {
    const left = entry.close()
    if (left !== null) onNotUndone?.(left)
  }

  function forgetOldest<V extends JobView>({ all, drop, mostEnded }: JobTable<V>): void {
    const ended = all(store.get()).filter((view) => !isUnderWay(view))
    for (const view of ended.slice(0, Math.max(0, ended.length - mostEnded))) store.update(drop(view))
  }

  /**
   * Begins a job; its work must not throw. A success brings what changes in the view with it, also an error: then it is
   * told though all is done. `ended` resolves once the end stands in the state.
   */
  function run<V extends JobView>(
    { table, view: first, key, lane, ...about }: Order<V>,
    work: (job: Job<V>) => Promise<Result<Partial<V>>>,
  ): { readonly id: string; readonly ended: Promise<Result<Partial<V>>> } {
    const id = newId()
    const { ref } = about
    const entry = open(about, id)
    const done = Promise.withResolvers<Result<Partial<V>>>()
    const ending = new AbortController()
    const { signal } = ending
    const held: Promise<boolean>[] = []
    let leavesTrace = true
    const begun = first(id)
    const current = () => table.all(store.get()).find((view) => view.id === id)
    function change(more: Partial<V> | Progress | { phase: 'running' }): void {
      const view = current()
      if (view !== undefined) store.update(table.put({ ...view, ...more }))
    }

    function showEnd(result: Result<Partial<V>>): void {
      const view = current()
      if (view === undefined) return
      const time = 'endedAt' in view ? { endedAt: clock.now() } : {}
      const speed = lane === undefined ? {} : { bytesPerSecond: null }
      const outcome = result.ok
        ? { phase: 'done', error: null, ...result.value }
        : { phase: table.failed(result.error), error: result.error }
      store.update(leavesTrace ? table.put({ ...view, ...time, ...speed, ...outcome }) : table.drop(view))
      forgetOldest(table)
    }

    function end(result: Result<Partial<V>>): void {
      underWay.delete(id)
      // Of what is cut off nothing is shown: whoever acts by what they see would act on a failure that was none.
      if (!isCut(result)) {
        showEnd(result)
        if (held.length === 0) close(entry)
        else void Promise.all(held).then((over) => over.every(Boolean) && !appEnd.aborted && close(entry))
      }
      done.resolve(result)
    }

    const endUnbegun = () => end(fail('cancelled'))

    async function go(): Promise<void> {
      if (signal.aborted) return
      signal.removeEventListener('abort', endUnbegun)
      if (lane !== undefined) change({ phase: 'running' })
      const meter = lane && createMeter(clock, change)
      const result = await work({
        id,
        ref,
        signal,
        entry,
        view: () => current() ?? begun,
        change,
        moved: (bytes) => meter?.take(bytes),
        holdOpen: (one) => void held.push(one),
        leaveNoTrace: () => {
          leavesTrace = false
        },
      })
      meter?.end()
      end(result)
    }

    store.update(table.put(begun))
    underWay.set(id, { key, ended: done.promise, ending })
    signal.addEventListener('abort', endUnbegun)
    if (lane === undefined) void go()
    else lanes[lane].add(go)
    return { id, ended: done.promise }
  }

  /** The end of what is under way and known by that key; undefined where nothing is. */
  const endOf = (key: string): Promise<Result<unknown>> | undefined =>
    [...underWay.values()].find((one) => one.key === key)?.ended

  return {
    run,
    /** Keeps a journal of work that is not shown as a job; it must not throw. */
    async keep<T>(about: About, work: (entry: Omit<JobEntry, 'close'>) => Promise<Result<T>>): Promise<Result<T>> {
      const entry = open(about, newId())
      const result = await work(entry)
      if (!isCut(result)) close(entry)
      return result
    },
    isUnderWay: (key: string) => endOf(key) !== undefined,
    endOf,
    /** What runs ends soon after. False where it has ended, or was cancelled before. */
    cancel(id: string): boolean {
      const job = underWay.get(id)
      if (job === undefined || job.ending.signal.aborted) return false
      job.ending.abort()
      return true
    },
    /** Forgets one that has ended. */
    dismiss(id: string): void {
      for (const { all, drop } of jobTables) {
        const view = all(store.get()).find((one) => one.id === id)
        if (view !== undefined && !isUnderWay(view)) store.update(drop(view))
      }
    },
    /** Cancels all. Servers are still told what undoes what they were told before. */
    async dispose(): Promise<void> {
      const all = [...underWay.values()]
      for (const { ending } of all) ending.abort()
      await withTimeout(clock, lastWordsMs, Promise.all(all.map(({ ended }) => ended)))
    },
  }
}
export type Jobs = ReturnType<typeof createJobs>
