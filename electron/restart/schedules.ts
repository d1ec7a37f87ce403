import type { PlanView, Schedule, ScheduleRun, ScheduleView } from '../../shared/model/restart.ts'
import { hasEnded, maxSchedules } from '../../shared/model/restart-choices.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'
import { setSchedules } from '../state/updates.ts'
import type { Restarts, RestartsFile } from './file.ts'
import { nextRun } from './next-run.ts'
import { graceMs } from './plan.ts'
import type { Plans } from './plans.ts'

type Deps = {
  store: StateStore
  settings: Pick<SettingsStore, 'get' | 'update'>
  clock: Clock
  newId: () => string
  plans: Pick<Plans, 'start' | 'noteMissed'>
  file: Pick<RestartsFile, 'get' | 'change'>
}

/** Repeating restarts: kept in the settings, run only while the app runs. */
export type Schedules = {
  /** Adds one, or changes the one with its id. Errors: `too-many-schedules`, and the settings' own. */
  save(schedule: Omit<Schedule, 'id'> & { id?: string | undefined }): Result<{ id: string }>
  remove(id: string): Result<void>
  setEnabled(id: string, enabled: boolean): Result<void>
  /** Shows in the state what is on disk, and reports what fell into the time in which the app did not run. */
  load(): void
  dispose(): void
}

type Run = Restarts['runs'][string]

/** A clock that was set is noticed within this time, in milliseconds. */
const longestNapMs = 20_000
/** Servers that are not in the list yet are looked for this often, in milliseconds. */
const shortestNapMs = 500

const noRun: Run = { nextAt: null, lastRun: null }

/** A run begins this much before its first warning, so that no late timer loses it. */
const leewayMs = 5_000

/** How early a run begins: its warnings and its last command come before zero. */
function leadOf({ choices: { warnings, lastCommand } }: Schedule): number {
  return Math.max(warnings[0] ?? 0, lastCommand?.waitSeconds ?? 0) * 1_000 + leewayMs
}

/** A run that this run of the app began. */
type MadeRun = { readonly at: number; readonly skipped: number; readonly plans: Map<string, PlanView> }

/** What became of the plans of one run. */
function countRun({ at, skipped, plans }: MadeRun): ScheduleRun {
  const all = [...plans.values()]
  const count = (phase: PlanView['phase']) => all.filter((plan) => plan.phase === phase).length
  return {
    at,
    done: count('done'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    missed: count('missed'),
    skipped,
    running: all.filter((plan) => !hasEnded(plan)).length,
  }
}

export function createSchedules({ store, settings, clock, newId, plans, file }: Deps): Schedules {
  /** The last run of each schedule, where this run of the app began it. */
  const made = new Map<string, MadeRun>()
  let cancelNap: (() => void) | undefined

  const views = (): ScheduleView[] => Object.values(store.get().schedules)

  function show(next: readonly ScheduleView[]): void {
    store.update(setSchedules(next))
    file.change({ runs: Object.fromEntries(next.map(({ id, nextAt, lastRun }) => [id, { nextAt, lastRun }])) })
  }

  /** The next zero of a schedule, after the last one that was run. */
  function viewOf(schedule: Schedule, run: Run, isChanged: boolean): ScheduleView {
    const keeps = !isChanged && run.nextAt !== null
    const nextAt = schedule.enabled
      ? keeps
        ? run.nextAt
        : nextRun(schedule, Math.max(clock.now(), run.lastRun?.at ?? 0))
      : null
    return { ...schedule, nextAt, lastRun: run.lastRun }
  }

  /** Begins the run whose zero is at `zeroAt`, or reports it as missed. */
  function begin({ id, refs, choices }: ScheduleView, zeroAt: number): ScheduleRun {
    const isMissed = clock.now() > zeroAt + graceMs
    const orders = refs.map((ref) => ({ ref, choices, zeroAt, origin: 'schedule', scheduleId: id }) as const)
    const started = orders.map((order) => (isMissed ? plans.noteMissed(order) : plans.start(order)))
    const ids = started.flatMap((result) => (result.ok ? [result.value.id] : []))
    const own = Object.values(store.get().plans).filter((plan) => ids.includes(plan.id))
    const run = { at: zeroAt, skipped: refs.length - ids.length, plans: new Map(own.map((plan) => [plan.id, plan])) }
    made.set(id, run)
    return countRun(run)
  }

  /** The servers are in the list, or it is too late to wait for them, as at a start of the app. */
  function isReady({ refs, nextAt }: ScheduleView): boolean {
    const { servers } = store.get()
    return refs.every((ref) => servers[ref] !== undefined) || (nextAt !== null && clock.now() >= nextAt)
  }

  function look(): void {
    const now = clock.now()
    const due = (view: ScheduleView) => view.nextAt !== null && view.nextAt - leadOf(view) <= now && isReady(view)
    if (views().some(due)) {
      show(
        views().map((view) => {
          if (view.nextAt === null || !due(view)) return view
          const lastRun = begin(view, view.nextAt)
          return { ...view, lastRun, nextAt: nextRun(view, Math.max(now, view.nextAt)) }
        }),
      )
    }
    rest()
  }

  function rest(): void {
    cancelNap?.()
    const times = views().flatMap((view) => (view.nextAt === null ? [] : [view.nextAt - leadOf(view)]))
    if (times.length === 0) return
    cancelNap = clock.after(Math.max(shortestNapMs, Math.min(longestNapMs, Math.min(...times) - clock.now())), look)
  }

  /** Shows the schedules of the settings. @param changed the one whose times are counted anew */
  function refresh(changed: string | null): void {
    const known = new Map<string, Run>(views().map((view) => [view.id, view]))
    const kept = file.get().runs
    show(
      settings.get().schedules.map((schedule) => {
        const run = known.get(schedule.id) ?? kept[schedule.id] ?? noRun
        return viewOf(schedule, run, schedule.id === changed)
      }),
    )
    look()
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
    const touched = new Map([...made].filter(([, run]) => noteEnds(run, plansNow)))
    if (touched.size === 0) return
    show(
      views().map((view) => {
        const run = touched.get(view.id)
        return run === undefined ? view : { ...view, lastRun: countRun(run) }
      }),
    )
  })

  return {
    save({ id = newId(), ...rest }) {
      const schedule: Schedule = { ...rest, id }
      const known = settings.get().schedules
      const isNew = !known.some((one) => one.id === id)
      if (isNew && known.length >= maxSchedules) return fail('too-many-schedules')
      const written = edit(id, (all) =>
        isNew ? [...all, schedule] : all.map((one) => (one.id === id ? schedule : one)),
      )
      return written.ok ? ok({ id }) : written
    },
    remove: (id) => edit(id, (all) => all.filter((one) => one.id !== id)),
    setEnabled: (id, enabled) => edit(id, (all) => all.map((one) => (one.id === id ? { ...one, enabled } : one))),
    load: () => refresh(null),
    dispose() {
      unsubscribe()
      cancelNap?.()
    },
  }
}
