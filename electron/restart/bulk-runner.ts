import type { BulkItem, BulkView, BulkWork } from '../../shared/bulk/contract.ts'
import { defaultStaggerMs, smallestStaggerMs } from '../../shared/bulk/words.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { rightsOfRestart } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { isAhead } from '../../shared/model/restart.ts'
import type { ServerState, ServerView } from '../../shared/model/server-schema.ts'
import { own } from '../../shared/own.ts'
import { wasAnnounced } from '../../shared/restart/plan-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { createOwnEntries } from '../lib/kept-file.ts'
import type { Vigil } from '../lib/sleep-watch.ts'
import { conditionOf } from '../panel/conditions.ts'
import { reach } from '../servers/reach.ts'
import { drop, put } from '../state/updates.ts'
import { afterRestart, cancelWaiting, nextTurn, outcomeOfAction, outcomeOfPlan, withItem } from './bulk.ts'
import type { RestartsFile } from './file.ts'
import type { RestartParts } from './parts.ts'
import type { PlanRunner } from './plan-runner.ts'
import { canWatch } from './plan-sender.ts'
import { isSeenOff, wasOff } from './server-off.ts'

/** Maximum number of ended bulk actions that are kept. */
const maxEnded = 10

type Parts = Pick<
  RestartParts,
  'store' | 'clock' | 'sleepWatch' | 'newId' | 'clientFor' | 'power' | 'commands' | 'checkRights' | 'readState'
> & { file: Pick<RestartsFile, 'get' | 'change'>; plans: Pick<PlanRunner, 'start' | 'cancel'> }

type BulkOrder = {
  readonly work: BulkWork
  readonly refs: readonly ServerRef[]
  /** Null: one at a time. */
  readonly staggerMs: number | null
  readonly origin: Origin
}

/** What is remembered of a bulk beside its view. */
type BulkCourse = {
  readonly origin: Origin
  lastAt: number | null
  /** By place in the list: the power action or the plan that was begun, once its request was answered. */
  readonly begun: Map<number, string | null>
  cancelNap: () => void
  /** Since it was begun or resumed. */
  vigil: Vigil
  /** Takes back what still waits for a rate limit. */
  readonly giveUp: AbortController
}

/** That it is not known whether a server runs, and why. */
function notKnown(why: AppError | null): AppError {
  const { message } = appError('server-state-unknown')
  return appError('server-state-unknown', why === null ? {} : { message: `${message} ${why.message}` })
}

/** Why a server is not restarted after a look at it; null where it may be. */
function judgeRead(server: ServerView, read: Result<{ state: ServerState }>, now: number): AppError | null {
  if (!read.ok) return conditionOf(read.error) === null ? notKnown(read.error) : null
  // By the state that is known, since a panel may repeat an older one.
  if (isSeenOff(server, now)) return wasOff
  return read.value.state === 'unknown' ? notKnown(null) : null
}

/** The id of what to watch, or how it ended. */
type Begun = { readonly watch: string | null } | Partial<BulkItem>

/**
 * One thing done to several servers. Progress and every server's outcome stand in the state. A sleep of the computer pauses
 * it: what was asked for in the evening is not done the next morning by itself.
 */
export function createBulkRunner(parts: Parts) {
  const { store, clock, newId, clientFor, power, commands, plans, checkRights, file, readState } = parts
  const courses = new Map<string, BulkCourse>()
  const ownEntries = createOwnEntries<BulkView>()
  const find = (id: string) => own<BulkView>(store.get().bulks, id)

  /** On disk before anything follows from it. */
  function setBulk(bulk: BulkView): void {
    store.update(put('bulks', bulk))
    const open = Object.values(store.get().bulks).filter(({ endedAt }) => endedAt === null)
    file.change({ bulks: ownEntries.within(file.get().bulks, open) })
  }

  function changeItem(id: string, index: number, change: Partial<BulkItem>): void {
    const bulk = find(id)
    if (bulk !== undefined) setBulk(withItem(bulk, index, change, clock.now()))
  }

  /** From when the rate limit leaves room for a server's request beside what is kept for people. */
  function roomAt({ kind }: BulkWork, { ref }: BulkItem): number {
    if (kind === 'restart') return Number.NEGATIVE_INFINITY
    const purpose = { permission: kind === 'power' ? 'power' : 'console', now: clock.now() } as const
    const reached = reach(store.get(), ref, clientFor, purpose)
    return reached.ok ? reached.value.client.backgroundAt() : Number.NEGATIVE_INFINITY
  }

  function failed(error: AppError): Partial<BulkItem> {
    // It waited for a rate limit, and was given up before anything went out.
    if (error.code === 'cancelled') return { outcome: 'cancelled', error: null }
    return { outcome: error.mayHaveActed ? 'unconfirmed' : 'failed', error }
  }

  /**
   * Why a server is not restarted, by a look at it: it is off, or it is not known whether it runs. Null where it may be,
   * and where the panel refuses the signal by itself.
   */
  async function whyNotRestart(ref: ServerRef): Promise<AppError | null> {
    if (!canWatch(store.get(), ref)) return null
    const reached = reach(store.get(), ref, clientFor, { permission: 'power', now: clock.now(), isAutomatic: true })
    if (!reached.ok) return null
    const read = await readState(ref, { mayRepeat: true })
    const server = store.get().servers[ref]
    return server === undefined ? null : judgeRead(server, read, clock.now())
  }

  /** What a turn comes to that the bulk was stopped in before anything went out; null where it goes on. */
  function stoppedBefore(id: string, course: BulkCourse): Partial<BulkItem> | null {
    // First, since a sleep that it shows pauses the bulk.
    course.vigil.hasSlept()
    const phase = courses.has(id) ? find(id)?.phase : undefined
    if (phase === 'running') return null
    return { outcome: phase === 'paused' ? 'waiting' : 'cancelled' }
  }

  async function sendSignal(id: string, ref: ServerRef, signal: PowerSignal, course: BulkCourse): Promise<Begun> {
    if (signal === 'restart') {
      // It may have stopped since it was chosen.
      const why = await whyNotRestart(ref)
      const stopped = stoppedBefore(id, course)
      if (stopped !== null) return stopped
      if (why !== null) return { outcome: 'cancelled', error: why }
      // Servers are kept apart by their signals, however long the look took.
      course.lastAt = clock.steady()
    }
    const sending = power.send(ref, signal, course.origin, { isAutomatic: true, signal: course.giveUp.signal })
    const own = store.get().servers[ref]?.action?.id
    const sent = await sending
    return sent.ok ? { watch: own ?? null } : failed(sent.error)
  }

  async function beginPlan(
    { id, staggerMs }: BulkView,
    { choices, when }: Extract<BulkWork, { kind: 'restart' }>,
    index: number,
    ref: ServerRef,
    course: BulkCourse,
  ): Promise<Begun> {
    const may = await checkRights(ref, rightsOfRestart(choices))
    const stopped = stoppedBefore(id, course)
    if (stopped !== null) return stopped
    if (!may.ok) return failed(may.error)
    const zeroAt = 'at' in when ? when.at + index * (staggerMs ?? 0) : clock.now() + when.inSeconds * 1_000
    const planned = plans.start({ ref, choices, zeroAt, origin: course.origin })
    return planned.ok ? { watch: planned.value.id } : failed(planned.error)
  }

  /** Begins the work on one server: what its request came to, or what is to be watched. */
  async function begin(bulk: BulkView, index: number, ref: ServerRef, course: BulkCourse): Promise<Begun> {
    const { id, work } = bulk
    if (work.kind === 'power') return sendSignal(id, ref, work.signal, course)
    if (work.kind === 'restart') return beginPlan(bulk, work, index, ref, course)
    const options = { isPrivate: true, isAutomatic: true, signal: course.giveUp.signal }
    const sent = await commands.send(ref, work.text, options)
    return sent.ok ? { outcome: 'confirmed' } : failed(sent.error)
  }

  async function takeTurn(bulk: BulkView, index: number, course: BulkCourse): Promise<void> {
    const item = bulk.items[index]
    if (item === undefined) return
    course.lastAt = clock.steady()
    changeItem(bulk.id, index, { outcome: 'running' })
    const begun = await begin(bulk, index, item.ref, course)
    if ('watch' in begun) course.begun.set(index, begun.watch)
    else changeItem(bulk.id, index, begun)
    step(bulk.id)
  }

  /** Sees what has become of the servers whose request was answered. */
  function judge(id: string, course: BulkCourse): void {
    const { servers, plans: known } = store.get()
    for (const [index, begun] of course.begun) {
      const bulk = find(id)
      const item = bulk?.items[index]
      if (bulk === undefined || item === undefined) return
      const outcome =
        bulk.work.kind === 'restart'
          ? outcomeOfPlan(own(known, begun ?? ''))
          : outcomeOfAction(servers[item.ref]?.action ?? null, begun)
      if (outcome === null) continue
      course.begun.delete(index)
      setBulk(withItem(bulk, index, outcome, clock.now()))
    }
  }

  /** Lets the next server have its turn when that has come. */
  function step(id: string): void {
    const course = courses.get(id)
    if (course === undefined) return
    // First, since a sleep that it shows pauses the bulk.
    course.vigil.hasSlept()
    judge(id, course)
    const bulk = find(id)
    if (bulk === undefined) return
    course.cancelNap()
    if (bulk.endedAt !== null) {
      course.vigil.end()
      return void courses.delete(id)
    }
    const isSending = bulk.items.some(({ outcome }, index) => outcome === 'running' && !course.begun.has(index))
    const times = { now: clock.steady(), lastAt: course.lastAt }
    const turn = nextTurn(bulk, { ...times, isSending, roomAt: (item) => roomAt(bulk.work, item) })
    if (turn.kind === 'go') void takeTurn(bulk, turn.index, course)
    if (turn.kind === 'wait') course.cancelNap = clock.after(turn.until - clock.steady(), () => step(id))
  }

  const unsubscribe = store.subscribe((after, before) => {
    if (after.servers === before.servers && after.plans === before.plans) return
    for (const [id, { begun }] of courses) if (begun.size > 0) step(id)
  })

  function edit(id: string, phases: readonly BulkView['phase'][], next: (bulk: BulkView) => BulkView): Result<void> {
    const bulk = find(id)
    if (bulk === undefined) return fail('unknown-plan')
    if (!phases.includes(bulk.phase)) return fail('too-late')
    setBulk(next(bulk))
    step(id)
    return ok()
  }

  function pause(id: string): Result<void> {
    courses.get(id)?.vigil.end()
    return edit(id, ['running'], (bulk) => ({ ...bulk, phase: 'paused' }))
  }
  const watchSleep = (id: string) => parts.sleepWatch.begin(() => void pause(id))

  function begins(id: string, origin: Origin, begun: BulkCourse['begun']): void {
    const vigil = watchSleep(id)
    courses.set(id, { origin, lastAt: null, begun, cancelNap: () => {}, vigil, giveUp: new AbortController() })
  }

  /** The countdowns of a bulk action that go on after a start of the app, or have ended by it. */
  function plansOf({ work, items, startedAt }: BulkView): BulkCourse['begun'] {
    if (work.kind !== 'restart') return new Map()
    const known = Object.values(store.get().plans).filter((plan) => plan.startedAt >= startedAt)
    const found = items.map(({ ref, outcome }) =>
      outcome === 'running' ? known.find((plan) => plan.ref === ref) : null,
    )
    return new Map(found.flatMap((plan, index) => (plan ? [[index, plan.id] as const] : [])))
  }

  return {
    start({ work, refs, staggerMs: chosen, origin }: BulkOrder): Result<{ id: string }> {
      // None waits for the one before where all have one time.
      const hasOneTime = work.kind === 'restart' && 'at' in work.when
      const wanted = hasOneTime ? (chosen ?? defaultStaggerMs) : chosen
      const staggerMs = wanted === null ? null : Math.max(wanted, smallestStaggerMs)
      const ended = Object.values(store.get().bulks).filter(({ endedAt }) => endedAt !== null)
      for (const old of ended.slice(0, -maxEnded)) store.update(drop('bulks', old.id))
      const id = newId()
      const items = refs.map((ref): BulkItem => ({ ref, outcome: 'waiting', error: null }))
      begins(id, origin, new Map())
      setBulk({ id, work, items, staggerMs, phase: 'running', startedAt: clock.now(), endedAt: null })
      step(id)
      return ok({ id })
    },
    pause,
    resume(id: string): Result<void> {
      const course = courses.get(id)
      if (course !== undefined) {
        course.vigil.end()
        course.vigil = watchSleep(id)
      }
      return edit(id, ['paused'], (bulk) => ({ ...bulk, phase: 'running' }))
    },
    /** Gives up those whose turn has not come, and countdowns under way. At most the request that is out is still made. */
    cancel(id: string, announce: boolean, origin: Origin): Result<void> {
      const course = courses.get(id)
      const begun = [...(course?.begun.values() ?? [])]
      const cancelled = edit(id, ['running', 'paused'], (bulk) => cancelWaiting(bulk, clock.now()))
      if (!cancelled.ok) return cancelled
      course?.giveUp.abort()
      const ahead = Object.values(store.get().plans).filter((plan) => begun.includes(plan.id) && isAhead(plan))
      for (const plan of ahead) plans.cancel(plan.id, announce && wasAnnounced(plan), origin)
      return ok()
    },
    dismiss(id: string): Result<void> {
      const bulk = find(id)
      if (bulk !== undefined && bulk.endedAt === null) return fail('plan-running')
      store.update(drop('bulks', id))
      return ok()
    },
    /** Shows what became of those that the last run of the app did not end; nothing is sent again. To be called after the plans'. */
    load() {
      const left = file.get().bulks
      ownEntries.note(left)
      for (const bulk of left) {
        // Shown as it was first, so that its end is news.
        store.update(put('bulks', bulk))
        const begun = plansOf(bulk)
        begins(bulk.id, 'window', begun)
        setBulk(afterRestart(bulk, (index) => begun.has(index), clock.now()))
        step(bulk.id)
      }
    },
    dispose() {
      unsubscribe()
      for (const { cancelNap, vigil } of courses.values()) {
        cancelNap()
        vigil.end()
      }
      courses.clear()
    },
  }
}
