import type { ServerRef } from '../../shared/model/identifier.ts'
import { hasEnded, longestWarningSeconds, maxSchedules, scheduleStepMs } from '../../shared/model/restart.ts'
import type {
  PlanView,
  RestartChoices,
  Schedule,
  ScheduleRun,
  ScheduleView,
} from '../../shared/model/restart-schema.ts'
import { own } from '../../shared/own.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { steadyOf } from '../lib/clock.ts'
import { createLooks } from '../lib/look-loop.ts'
import { stretchMs } from '../lib/sleep-watch.ts'
import { replace } from '../state/updates.ts'
import type { Restarts } from './file.ts'
import { nextRun } from './next-run.ts'
import type { RestartParts } from './parts.ts'
import { backupLeadSeconds, graceMs } from './plan.ts'
import type { PlanOrder, PlanRunner } from './plan-runner.ts'

type Parts = Pick<RestartParts, 'store' | 'clock' | 'newId' | 'file'> & {
  settings: Pick<RestartParts['settings'], 'get' | 'update'>
  plans: Pick<PlanRunner, 'start' | 'noteMissed'>
}

type Run = Restarts['runs'][string]

/** A clock that was set is noticed within this time, in milliseconds. */
const longestWaitMs = 20_000
/** Servers that are not in the list yet are looked for this often, in milliseconds. */
const shortestWaitMs = 500
/** How long after a start of the app its lists are waited for, in milliseconds, to tell by name what was missed. */
const listsWithinMs = 30_000
/** A last run further ahead than any lead was noted while the clock was wrong. */
const furthestAheadMs = 2 * longestWarningSeconds * 1_000

const noRun: Run = { nextAt: null, lastRun: null }

/** Zeros of a schedule that are nearer than this, in milliseconds, are one run whose time was changed. */
const apartMs = 12 * 3_600_000

/** A run begins this much before its first warning, so that no late timer loses it, stretched ones included. */
const leewayMs = 5_000 + stretchMs

/** How early a run begins: its warnings, its backup, its last command and its wait for an empty server come before zero. */
function leadOf({ choices: { warnings, lastCommand, players, backupFirst }, waitMinutes }: Schedule): number {
  const waitSeconds = players.rule === 'when-empty' ? waitMinutes * 60 : 0
  const backupSeconds = backupFirst === 'no' ? 0 : backupLeadSeconds
  return Math.max(warnings[0] ?? 0, lastCommand?.waitSeconds ?? 0, waitSeconds, backupSeconds) * 1_000 + leewayMs
}

/** A run that this run of the app began. */
type MadeRun = {
  /** Zero, in unix milliseconds. */
  readonly at: number
  readonly choices: RestartChoices
  /** All of its servers, in the order of their turns. */
  readonly refs: readonly ServerRef[]
  /** Servers that are not in the list yet, as at a start of the app, or whose run before is still under way. */
  awaited: readonly ServerRef[]
  /** Steady milliseconds. */
  readonly awaitedUntil: number
  skipped: number
  readonly plans: Map<string, PlanView>
}

/** What became of the plans of one run. */
function countRun({ at, awaited, skipped, plans }: MadeRun): ScheduleRun {
  const all = [...plans.values()]
  const count = (phase: PlanView['phase']) => all.filter((plan) => plan.phase === phase).length
  return {
    at,
    done: count('done'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    missed: count('missed'),
    skipped,
    running: all.filter((plan) => !hasEnded(plan)).length + awaited.length,
  }
}

/** Repeating restarts: kept in the settings, run only while the app runs. */
export function createSchedules({ store, settings, clock, newId, plans, file }: Parts) {
  /** The last run of each schedule, where this run of the app began it. */
  const made = new Map<string, MadeRun>()
  let lookedAt = clock.now()

  const views = (): ScheduleView[] => Object.values(store.get().schedules)

  function show(next: readonly ScheduleView[]): void {
    const { runs } = file.get()
    const shown = next.map((view) => {
      const run = made.get(view.id)
      // The file may tell of one only by now, where it could not be read before.
      const lastRun = run === undefined ? (view.lastRun ?? own(runs, view.id)?.lastRun ?? null) : countRun(run)
      return { ...view, lastRun }
    })
    store.update(replace('schedules', shown))
    file.change({ runs: Object.fromEntries(shown.map(({ id, nextAt, lastRun }) => [id, { nextAt, lastRun }])) })
  }

  /** The next zero, after the last one that was run; one that was not run yet stays, unless its times were changed. */
  function viewOf(schedule: Schedule, { nextAt, lastRun }: Run, isChanged = false): ScheduleView {
    if (!schedule.enabled) return { ...schedule, nextAt: null, lastRun }
    const now = clock.now()
    const lastAt = lastRun === null || lastRun.at > now + furthestAheadMs ? now : lastRun.at
    const first = nextRun(schedule, Math.max(now, lastAt))
    return { ...schedule, nextAt: isChanged || nextAt === null ? first : Math.min(nextAt, first), lastRun }
  }

  /** Begins the run whose zero is at `at`, or reports it as missed. */
  function begin({ id, refs, choices }: ScheduleView, at: number): void {
    const isMissed = clock.now() > at + graceMs
    const awaitedUntil = isMissed ? clock.steady() + listsWithinMs : steadyOf(clock, at)
    const run: MadeRun = { at, choices, refs, awaited: refs, awaitedUntil, skipped: 0, plans: new Map() }
    made.set(id, run)
    goOn(id, run)
  }

  function startPlan(order: PlanOrder): readonly string[] {
    const started = plans.start(order)
    return started.ok ? [started.value.id] : []
  }

  /**
   * Plans the restart of each server that is in the list by now and whose run before is over; at last of the others too,
   * which says why not.
   */
  function goOn(scheduleId: string, run: MadeRun): void {
    const { at, choices, refs } = run
    const isOver = clock.steady() >= run.awaitedUntil
    const { servers, plans: known } = store.get()
    const before = Object.values(known).filter(
      (plan) => plan.scheduleId === scheduleId && !hasEnded(plan) && plan.zeroAt < at - apartMs,
    )
    const isBusy = (ref: ServerRef) => before.some((plan) => plan.ref === ref)
    const ready = run.awaited.filter((ref) => isOver || (servers[ref] !== undefined && !isBusy(ref)))
    run.awaited = run.awaited.filter((ref) => !ready.includes(ref))
    const orders = ready.map((ref): PlanOrder => {
      const zeroAt = at + refs.indexOf(ref) * scheduleStepMs
      return { ref, choices, zeroAt, origin: 'schedule', scheduleId }
    })
    const isMissed = clock.now() > at + graceMs
    const ids = isMissed ? plans.noteMissed(orders) : orders.flatMap(startPlan)
    const begun = ids.flatMap((id) => store.get().plans[id] ?? [])
    for (const plan of begun) run.plans.set(plan.id, plan)
    run.skipped += ready.length - begun.length
  }

  /** Plans no more restarts of a run. */
  function giveUp(run: MadeRun): void {
    run.skipped += run.awaited.length
    run.awaited = []
  }

  function beginDue(): void {
    const now = clock.now()
    // A clock that was ahead must not hold a schedule back until then.
    const wasSetBack = now < lookedAt
    lookedAt = now
    const before = views()
    const next = before.map((known) => {
      const view = wasSetBack ? viewOf(known, known) : known
      if (view.nextAt === null || view.nextAt - leadOf(view) > now) return view
      begin(view, view.nextAt)
      return { ...view, nextAt: nextRun(view, Math.max(now, view.nextAt)) }
    })
    const waiting = [...made].filter(([, { awaited }]) => awaited.length > 0)
    for (const [id, run] of waiting) goOn(id, run)
    if (waiting.length > 0 || next.some((view, i) => view !== before[i])) show(next)
  }

  const looks = createLooks(clock, beginDue, () => {
    const isWaiting = [...made.values()].some(({ awaited }) => awaited.length > 0)
    const times = views().flatMap((view) => (view.nextAt === null ? [] : [view.nextAt - leadOf(view)]))
    if (times.length === 0 && !isWaiting) return null
    const next = isWaiting ? 0 : Math.min(...times) - clock.now()
    return Math.max(shortestWaitMs, Math.min(longestWaitMs, next))
  })

  /** Shows the schedules of the settings. @param changed the one whose times are counted anew */
  function refresh(changed: string | null): void {
    const { schedules } = store.get()
    const { runs } = file.get()
    const runOf = (id: string): Run => {
      const kept = own(runs, id) ?? noRun
      const { nextAt, lastRun } = own(schedules, id) ?? kept
      return { nextAt, lastRun: lastRun ?? kept.lastRun }
    }
    const all = settings.get().schedules
    for (const [id, run] of made) {
      const schedule = all.find((one) => one.id === id)
      if (schedule === undefined) made.delete(id)
      else if (id === changed || !schedule.enabled) giveUp(run)
    }
    show(all.map((schedule) => viewOf(schedule, runOf(schedule.id), schedule.id === changed)))
    // Nothing once the app ends, though a handover that it cuts off may still change one.
    looks.now()
  }

  function edit(id: string, change: (all: readonly Schedule[]) => readonly Schedule[]): Result<void> {
    const written = settings.update((now) => ({ ...now, schedules: [...change(now.schedules)] }))
    if (written.ok) refresh(id)
    return written
  }

  /** Takes over what has become of a run's plans, also of those that are dismissed then; true where it counts. */
  function noteEnds(run: MadeRun, plansNow: readonly PlanView[]): boolean {
    const changed = plansNow.filter((plan) => (run.plans.get(plan.id) ?? plan).phase !== plan.phase)
    for (const plan of changed) run.plans.set(plan.id, plan)
    return changed.length > 0
  }

  const unsubscribe = store.subscribe((after, before) => {
    if (after.plans === before.plans) return
    const plansNow = Object.values(after.plans)
    const touched = [...made.values()].filter((run) => noteEnds(run, plansNow))
    if (touched.length > 0) show(views())
  })

  return {
    /** Adds one, or changes the one with its id. Errors: `too-many-schedules`, and the settings' own. */
    save({ id = newId(), ...rest }: Omit<Schedule, 'id'> & { id?: string | undefined }): Result<{ id: string }> {
      const schedule: Schedule = { ...rest, id }
      const known = settings.get().schedules
      const isNew = !known.some((one) => one.id === id)
      if (isNew && known.length >= maxSchedules) return fail('too-many-schedules')
      const written = edit(id, (all) =>
        isNew ? [...all, schedule] : all.map((one) => (one.id === id ? schedule : one)),
      )
      return written.ok ? ok({ id }) : written
    },
    remove: (id: string) => edit(id, (all) => all.filter((one) => one.id !== id)),
    setEnabled: (id: string, enabled: boolean) =>
      edit(id, (all) => all.map((one) => (one.id === id ? { ...one, enabled } : one))),
    /** True where a run of it is under way, or begins within so many milliseconds. */
    isDue(id: string, withinMs: number): boolean {
      const { schedules, plans: known } = store.get()
      const view = schedules[id]
      const begins = view?.nextAt == null ? Number.POSITIVE_INFINITY : view.nextAt - leadOf(view)
      const isUnderWay = Object.values(known).some((plan) => plan.scheduleId === id && !hasEnded(plan))
      return isUnderWay || begins - clock.now() <= withinMs
    },
    /** Shows in the state what is on disk, and reports what fell into the time in which the app did not run. */
    load: () => refresh(null),
    dispose() {
      unsubscribe()
      looks.end()
    },
  }
}

export type Schedules = ReturnType<typeof createSchedules>
