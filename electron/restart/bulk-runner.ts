import type { AppError } from '../../shared/errors.ts'
import type { BulkItem, BulkView, BulkWork } from '../../shared/model/bulk.ts'
import { defaultStaggerMs } from '../../shared/model/bulk-summary.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { wasAnnounced } from '../../shared/model/plan-words.ts'
import type { Origin, PowerSignal } from '../../shared/model/power.ts'
import { isAhead } from '../../shared/model/restart-choices.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { Clock } from '../lib/clock.ts'
import type { SleepWatch, Vigil } from '../lib/sleep-watch.ts'
import type { Power } from '../servers/power.ts'
import { type ClientFor, reach } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { dropBulk, setBulk } from '../state/updates.ts'
import { cancelWaiting, nextTurn, outcomeOfAction, outcomeOfPlan, withItem } from './bulk.ts'
import { isJustRead } from './plan.ts'
import type { PlanRunner } from './plan-runner.ts'
import { isSeenOff, wasOff } from './server-off.ts'

/** Maximum number of ended bulk actions that are kept. */
const maxEnded = 10

type Deps = {
  store: StateStore
  clock: Clock
  sleepWatch: Pick<SleepWatch, 'begin'>
  newId: () => string
  clientFor: ClientFor
  power: Pick<Power, 'send'>
  commands: Pick<Commands, 'send'>
  plans: Pick<PlanRunner, 'start' | 'cancel'>
}

export type BulkOrder = {
  readonly work: BulkWork
  readonly refs: readonly ServerRef[]
  /** Null: one at a time. */
  readonly staggerMs: number | null
  readonly origin: Origin
}

/**
 * One thing done to several servers. Progress and every server's outcome stand in the state. A sleep of the computer pauses
 * it: what was asked for in the evening is not done the next morning by itself.
 */
export type BulkRunner = {
  start(order: BulkOrder): Result<{ id: string }>
  pause(id: string): Result<void>
  resume(id: string): Result<void>
  /** Gives up those whose turn has not come, and countdowns under way. At most the request that is out is still made. */
  cancel(id: string, announce: boolean, origin: Origin): Result<void>
  dismiss(id: string): Result<void>
  dispose(): void
}

/** What is remembered of a bulk beside its view. */
type Course = {
  readonly origin: Origin
  lastAt: number | null
  isSending: boolean
  /** By place in the list: the power action or the plan that was begun, once its request was answered. */
  readonly begun: Map<number, string | null>
  cancelNap: (() => void) | undefined
  /** Since it was begun or resumed. */
  vigil: Vigil
}

/** The id of what to watch, or how it ended. */
type Begun = { readonly watch: string | null } | Partial<BulkItem>

export function createBulkRunner({
  store,
  clock,
  sleepWatch,
  newId,
  clientFor,
  power,
  commands,
  plans,
}: Deps): BulkRunner {
  const courses = new Map<string, Course>()
  const find = (id: string): BulkView | undefined => Object.values(store.get().bulks).find((bulk) => bulk.id === id)

  function change(id: string, edit: (bulk: BulkView) => BulkView): void {
    const bulk = find(id)
    if (bulk !== undefined) store.update(setBulk(edit(bulk)))
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

  /** Whether a server is off, by a look at it where it was not just read. What cannot be read counts as on. */
  async function isOff(ref: ServerRef): Promise<boolean> {
    const { servers, panels } = store.get()
    const server = servers[ref]
    if (server === undefined || panels[server.panelId]?.dialect !== 'pterodactyl') return false
    if (server.state !== 'unknown' && isJustRead(server, clock.now())) return isSeenOff(server, clock.now())
    const reached = reach(store.get(), ref, clientFor, { permission: 'power', now: clock.now(), isAutomatic: true })
    if (!reached.ok) return false
    const read = await reached.value.client.readResources(server.identifier, { priority: 'background' })
    const now = clock.now()
    return read.ok && isSeenOff({ ...server, state: read.value.state, observedAt: now }, now)
  }

  /** What a turn comes to that the bulk was stopped in before anything went out; null where it goes on. */
  function stoppedBefore(id: string, course: Course): Partial<BulkItem> | null {
    // First, since a sleep that it shows pauses the bulk.
    course.vigil.hasSlept()
    const phase = courses.has(id) ? find(id)?.phase : undefined
    if (phase === 'running') return null
    return { outcome: phase === 'paused' ? 'waiting' : 'cancelled' }
  }

  async function sendSignal(id: string, ref: ServerRef, signal: PowerSignal, course: Course): Promise<Begun> {
    if (signal === 'restart') {
      // It may have stopped since it was chosen.
      const off = await isOff(ref)
      const stopped = stoppedBefore(id, course)
      if (stopped !== null) return stopped
      if (off) return { outcome: 'cancelled', error: wasOff }
      // Servers are kept apart by their signals, however long the look took.
      course.lastAt = clock.steady()
    }
    const before = store.get().servers[ref]?.action?.id
    const sending = power.send(ref, signal, course.origin, { isAutomatic: true })
    const own = store.get().servers[ref]?.action?.id
    const sent = await sending
    return sent.ok ? { watch: own === before ? null : (own ?? null) } : failed(sent.error)
  }

  /** Begins the work on one server: what its request came to, or what is to be watched. */
  async function begin(
    { id, work, staggerMs }: BulkView,
    index: number,
    ref: ServerRef,
    course: Course,
  ): Promise<Begun> {
    if (work.kind === 'power') return sendSignal(id, ref, work.signal, course)
    if (work.kind === 'command') {
      const sent = await commands.send(ref, work.text, { isPrivate: true, isAutomatic: true })
      return sent.ok ? { outcome: 'confirmed' } : failed(sent.error)
    }
    const { choices, when } = work
    const zeroAt = 'at' in when ? when.at + index * (staggerMs ?? 0) : clock.now() + when.inSeconds * 1_000
    const planned = plans.start({ ref, choices, zeroAt, origin: course.origin })
    return planned.ok ? { watch: planned.value.id } : failed(planned.error)
  }

  async function takeTurn(bulk: BulkView, index: number, course: Course): Promise<void> {
    const item = bulk.items[index]
    if (item === undefined) return
    course.lastAt = clock.steady()
    course.isSending = true
    change(bulk.id, (now) => withItem(now, index, { outcome: 'running' }, clock.now()))
    const begun = await begin(bulk, index, item.ref, course)
    course.isSending = false
    if ('watch' in begun) course.begun.set(index, begun.watch)
    else change(bulk.id, (now) => withItem(now, index, begun, clock.now()))
    judge(bulk.id, course)
    step(bulk.id)
  }

  /** Sees what has become of the servers whose request was answered. */
  function judge(id: string, course: Course): void {
    const { servers, plans: allPlans } = store.get()
    const planOf = new Map(Object.values(allPlans).map((plan) => [plan.id as string, plan]))
    for (const [index, begun] of course.begun) {
      const bulk = find(id)
      const item = bulk?.items[index]
      if (bulk === undefined || item === undefined) return
      const isPlan = bulk.work.kind === 'restart'
      const outcome = isPlan
        ? outcomeOfPlan(planOf.get(begun ?? ''))
        : outcomeOfAction(servers[item.ref]?.action ?? null, begun)
      if (outcome === null) continue
      course.begun.delete(index)
      store.update(setBulk(withItem(bulk, index, outcome, clock.now())))
    }
  }

  /** Lets the next server have its turn when that has come. */
  function step(id: string): void {
    const course = courses.get(id)
    // First, since a sleep that it shows pauses the bulk.
    course?.vigil.hasSlept()
    const bulk = find(id)
    if (course === undefined || bulk === undefined) return
    course.cancelNap?.()
    course.cancelNap = undefined
    if (bulk.endedAt !== null) {
      course.vigil.end()
      courses.delete(id)
      return
    }
    const now = clock.steady()
    const { lastAt, isSending } = course
    const turn = nextTurn(bulk, { now, lastAt, isSending, roomAt: (item) => roomAt(bulk.work, item) })
    if (turn.kind === 'go') void takeTurn(bulk, turn.index, course)
    if (turn.kind === 'wait') course.cancelNap = clock.after(turn.until - clock.steady(), () => step(id))
  }

  const unsubscribe = store.subscribe((after, before) => {
    if (after.servers === before.servers && after.plans === before.plans) return
    for (const [id, course] of courses) {
      if (course.begun.size === 0) continue
      judge(id, course)
      step(id)
    }
  })

  function edit(id: string, phases: readonly BulkView['phase'][], next: (bulk: BulkView) => BulkView): Result<void> {
    const bulk = find(id)
    if (bulk === undefined) return fail('unknown-plan')
    if (!phases.includes(bulk.phase)) return fail('plan-past')
    store.update(setBulk(next(bulk)))
    step(id)
    return ok()
  }

  function pause(id: string): Result<void> {
    courses.get(id)?.vigil.end()
    return edit(id, ['running'], (bulk) => ({ ...bulk, phase: 'paused' }))
  }
  const watchSleep = (id: string) => sleepWatch.begin(() => void pause(id))

  return {
    start({ work, refs, staggerMs: chosen, origin }) {
      // None waits for the one before where all have one time.
      const hasOneTime = work.kind === 'restart' && 'at' in work.when
      const staggerMs = hasOneTime ? (chosen ?? defaultStaggerMs) : chosen
      const ended = Object.values(store.get().bulks).filter(({ endedAt }) => endedAt !== null)
      for (const old of ended.slice(0, -maxEnded)) store.update(dropBulk(old.id))
      const id = newId()
      const items = refs.map((ref): BulkItem => ({ ref, outcome: 'waiting', error: null }))
      courses.set(id, {
        origin,
        lastAt: null,
        isSending: false,
        begun: new Map(),
        cancelNap: undefined,
        vigil: watchSleep(id),
      })
      store.update(setBulk({ id, work, items, staggerMs, phase: 'running', startedAt: clock.now(), endedAt: null }))
      step(id)
      return ok({ id })
    },
    pause,
    resume(id) {
      const course = courses.get(id)
      if (course !== undefined) {
        course.vigil.end()
        course.vigil = watchSleep(id)
      }
      return edit(id, ['paused'], (bulk) => ({ ...bulk, phase: 'running' }))
    },
    cancel(id, announce, origin) {
      const begun = [...(courses.get(id)?.begun.values() ?? [])]
      const cancelled = edit(id, ['running', 'paused'], (bulk) => cancelWaiting(bulk, clock.now()))
      if (!cancelled.ok) return cancelled
      const ahead = Object.values(store.get().plans).filter((plan) => begun.includes(plan.id) && isAhead(plan))
      for (const plan of ahead) plans.cancel(plan.id, announce && wasAnnounced(plan), origin)
      return ok()
    },
    dismiss(id) {
      const bulk = find(id)
      if (bulk !== undefined && bulk.endedAt === null) return fail('plan-running')
      store.update(dropBulk(id))
      return ok()
    },
    dispose() {
      unsubscribe()
      for (const { cancelNap, vigil } of courses.values()) {
        cancelNap?.()
        vigil.end()
      }
      courses.clear()
    },
  }
}
