import { type AppError, appError } from '../../shared/errors.ts'
import {
  type Handed,
  type HandedLook,
  type HandedPart,
  type HandedTrouble,
  type HandedView,
  type HandoverPhase,
  type HandoverPreview,
  isHeld,
  type TakenBack,
} from '../../shared/model/handed.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelScheduleList, PanelSchedulesOfServer } from '../../shared/model/panel-schedule.ts'
import type { Schedule, ScheduleView } from '../../shared/model/restart.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { withTimeout } from '../lib/time-limit.ts'
import type { StateStore } from '../state/store.ts'
import { setHandovers } from '../state/updates.ts'
import { findingOf, findPart } from './compare.ts'
import { maxHandedParts } from './handed-file.ts'
import { type PartWork, removePart, switchOn, writePart } from './part.ts'
import type { PartCalls } from './part-calls.ts'
import { type Prepared, prepare, previewOf } from './prepare.ts'

/** The app's own copies of planned restarts. */
export type OwnSchedules = {
  save(schedule: Schedule): Result<unknown>
  setEnabled(id: string, enabled: boolean): Result<void>
  isDue(id: string, withinMs: number): boolean
  /** Takes over which of them are held. */
  load(): void
}

type Deps = {
  store: StateStore
  clock: Clock
  file: KeptFile<readonly Handed[]>
  schedules: OwnSchedules
  /** Reads the panel's schedules of a server, with what the account may not do. */
  read: (ref: ServerRef) => Promise<Result<PanelSchedulesOfServer>>
  callsFor: (ref: ServerRef, signal: AbortSignal) => PartCalls
}

export type Handovers = {
  preview(id: string): Promise<Result<HandoverPreview>>
  /** Resolves at its end. */
  give(id: string): Promise<Result<void>>
  takeBack(id: string): Promise<Result<TakenBack>>
  look(id: string): Promise<Result<{ parts: HandedLook[] }>>
  /** Takes what was read of a server's schedules, whoever wanted it. */
  note(ref: ServerRef, list: PanelScheduleList): void
  /** The servers of which a panel runs planned restarts. */
  refs(): readonly ServerRef[]
  forget(id: string): Result<void>
  /** True for a planned restart that a panel has, or may have in part. */
  isOut(id: string): boolean
  /** Shows in the state what is on disk. */
  load(): void
  /** Begins nothing more; what has gone out is waited for, a while. */
  dispose(): Promise<void>
}

/** How long before its next run a planned restart can still be handed over, in milliseconds: writing takes a while. */
const beginMs = 5 * 60_000
/** The same once all is written. */
const switchMs = 60_000
/**
 * How long the end of the app waits for what has gone out, in milliseconds: of the two seconds that it has, others need
 * some. What is cut off is on disk as it stands.
 */
const lastWordsMs = 1_000

const tooMany = {
  message: 'The panels have as many of the planned restarts as can be kept track of.',
  hint: 'Take some back first.',
}
const isPaused = { message: 'This planned restart is paused.', hint: 'Resume it first.' }

/** Says of which server it is, where there are several. */
const onServer = ({ parts }: Handed, { name }: HandedPart, error: AppError): AppError =>
  parts.length === 1 ? error : { ...error, message: `${name}: ${error.message}` }

/** What needs a person of a part; undefined where the list does not tell. */
function troubleIn({ schedules, leftOut }: PanelScheduleList, part: HandedPart): HandedTrouble | null | undefined {
  const finding = findingOf(findPart(schedules, part), part)
  if (finding === 'gone' && leftOut > 0) return undefined
  return finding === 'same' ? null : finding
}

/** Planned restarts that the panels run in place of the app. Never both: each order below is made for a cut anywhere. */
export function createHandovers({ store, clock, file, schedules, read, callsFor }: Deps): Handovers {
  const ending = new AbortController()
  const underWay = new Map<string, Promise<unknown>>()
  const errors = new Map<string, AppError>()
  /** By planned restart and server. */
  const troubles = new Map<string, Map<ServerRef, HandedTrouble | null>>()
  const get = (id: string) => file.get().find((one) => one.id === id)

  const viewOf = ({ id, schedule, phase, parts }: Handed): HandedView => ({
    id,
    schedule,
    phase,
    isBusy: underWay.has(id),
    parts: parts.map(({ ref, name, stage }) => ({ ref, name, stage, trouble: troubles.get(id)?.get(ref) ?? null })),
    error: errors.get(id) ?? null,
  })
  const show = () => store.update(setHandovers(file.get().map(viewOf)))

  function put(next: Handed): void {
    const all = file.get()
    const isNew = !all.some(({ id }) => id === next.id)
    file.set(isNew ? [...all, next] : all.map((one) => (one.id === next.id ? next : one)))
    show()
  }

  function setPhase(handed: Handed, phase: HandoverPhase): Handed {
    const next = { ...(get(handed.id) ?? handed), phase }
    put(next)
    return next
  }

  function drop(id: string): void {
    errors.delete(id)
    troubles.delete(id)
    file.set(file.get().filter((one) => one.id !== id))
    show()
    schedules.load()
  }

  function workOn({ id }: Handed, first: HandedPart): PartWork {
    let last = first
    return {
      calls: callsFor(first.ref, ending.signal),
      part: () => last,
      note(change) {
        last = { ...last, ...change }
        const handed = get(id)
        if (handed === undefined) return
        put({ ...handed, parts: handed.parts.map((part) => (part.ref === first.ref ? last : part)) })
      },
    }
  }

  /** Does something with each part, one after the other, up to the first that fails. */
  async function each(handed: Handed, work: (part: PartWork, place: number) => Promise<Result<unknown>>) {
    for (const [place, part] of handed.parts.entries()) {
      if (ending.signal.aborted) return fail('cancelled')
      const done = await work(workOn(handed, part), place)
      if (!done.ok) return fail(onServer(handed, part, done.error))
    }
    return ok()
  }

  /** Why a planned restart can't be handed over as it is here. */
  function whyNot(id: string): Result<ScheduleView & { nextAt: number }> {
    const view = store.get().schedules[id]
    if (get(id) !== undefined) return fail('schedule-handed')
    if (view === undefined) return fail('unknown-plan')
    const { nextAt } = view
    if (nextAt === null) return fail('handover-due', isPaused)
    return schedules.isDue(id, beginMs) ? fail('handover-due') : ok({ ...view, nextAt })
  }

  async function prepared(id: string) {
    const view = whyNot(id)
    if (!view.ok) return view
    const { nextAt: zeroAt, lastRun: _, ...schedule } = view.value
    const nameOf = (ref: ServerRef) => store.get().servers[ref]?.name ?? null
    const parts = await prepare({ read, nameOf }, schedule, zeroAt)
    return parts.ok ? ok({ schedule, zeroAt, parts: parts.value }) : parts
  }

  /** Has one thing at a time be done with a planned restart. */
  function alone<T>(id: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    if (underWay.has(id)) return Promise.resolve(fail('handover-running'))
    errors.delete(id)
    const done = Promise.resolve()
      .then(work)
      .then((result) => {
        underWay.delete(id)
        if (!result.ok && get(id) !== undefined) errors.set(id, result.error)
        show()
        return result
      })
    underWay.set(id, done)
    show()
    return done
  }

  /**
   * Removes it from all panels. Only when none has it any more, the app runs it again; the next start of the app goes by
   * what is kept, so that is forgotten last.
   */
  async function back(handed: Handed): Promise<Result<TakenBack>> {
    const wasHeld = isHeld(handed)
    const now = setPhase(handed, wasHeld ? 'returning' : 'clearing')
    const leftPaused: string[] = []
    const removed = await each(now, async (work) => {
      const done = await removePart(work, clock.now())
      if (done.ok && done.value === 'paused') leftPaused.push(work.part().name)
      return done
    })
    if (!removed.ok) return removed
    if (wasHeld) {
      const saved = schedules.save({ ...now.schedule, enabled: true })
      if (!saved.ok) return saved
    }
    drop(now.id)
    return ok({ leftPaused })
  }

  /** Takes back what failed; where that fails too, what is kept says how far it is. */
  async function undo(handed: Handed, why: AppError): Promise<Result<never>> {
    // The app is ending, so nothing more goes out; the next start goes on from here.
    if (ending.signal.aborted) return fail('cancelled')
    const undone = await back(get(handed.id) ?? handed)
    if (!undone.ok) return fail(why)
    const { leftPaused } = undone.value
    const rest = leftPaused.length === 0 ? 'The panel has nothing of it.' : 'What was written stays there, paused.'
    return fail({ ...why, hint: `${why.hint} It runs here as before. ${rest}` })
  }

  async function write(schedule: Schedule, parts: readonly Prepared[]): Promise<Result<void>> {
    const stop = parts.find((one) => one.stop !== null)?.stop ?? null
    if (stop !== null) return fail(stop)
    const count = file.get().reduce((sum, one) => sum + one.parts.length, parts.length)
    if (count > maxHandedParts) return fail('too-many-schedules', tooMany)
    let handed: Handed = { id: schedule.id, schedule, phase: 'writing', parts: parts.map(({ part }) => part) }
    put(handed)
    const written = await each(handed, (work, place) => {
      const time = parts[place]?.time
      return time === undefined ? Promise.resolve(fail('internal')) : writePart(work, time)
    })
    if (!written.ok) return undo(handed, written.error)
    const isChanged = store.get().schedules[schedule.id]?.enabled !== true
    if (isChanged || schedules.isDue(schedule.id, switchMs)) return undo(handed, appError('handover-due'))
    // From here on the app does not run it, whatever comes; only then a panel may.
    handed = setPhase(handed, 'switching')
    const off = schedules.setEnabled(schedule.id, false)
    const on = off.ok ? await each(handed, switchOn) : off
    if (!on.ok) return undo(handed, on.error)
    setPhase(handed, 'handed')
    return ok()
  }

  const runByPanels = () => file.get().filter(({ id, phase }) => phase === 'handed' && !underWay.has(id))

  async function lookAt(part: HandedPart): Promise<HandedLook> {
    const { ref } = part
    const list = await read(ref)
    if (!list.ok) return { ref, finding: 'unread', zeroAt: null, error: list.error }
    const schedule = findPart(list.value.schedules, part)
    const finding = findingOf(schedule, part)
    const runAt = finding === 'same' ? (schedule?.nextRunAt ?? null) : null
    return { ref, finding, zeroAt: runAt === null ? null : runAt + part.leadSeconds * 1_000, error: null }
  }

  return {
    async preview(id) {
      const found = await prepared(id)
      return found.ok ? ok(previewOf(found.value.parts, found.value.zeroAt)) : found
    },
    give: (id) =>
      alone(id, async () => {
        const found = await prepared(id)
        return found.ok ? write(found.value.schedule, found.value.parts) : found
      }),
    takeBack(id) {
      const handed = get(id)
      return handed === undefined ? Promise.resolve(fail('handover-gone')) : alone(id, () => back(handed))
    },
    async look(id) {
      const handed = get(id)
      if (handed === undefined) return fail('handover-gone')
      const parts = await Promise.all(handed.parts.map(lookAt))
      const isOn = parts.every(({ finding }) => finding === 'same')
      const now = get(id)
      if (isOn && now?.phase === 'switching' && !underWay.has(id)) {
        errors.delete(id)
        setPhase(now, 'handed')
      }
      return ok({ parts })
    },
    note(ref, list) {
      let isNews = false
      for (const { id, parts } of runByPanels()) {
        for (const part of parts.filter((one) => one.ref === ref)) {
          const trouble = troubleIn(list, part)
          if (trouble === undefined) continue
          const known = troubles.get(id) ?? new Map<ServerRef, HandedTrouble | null>()
          isNews ||= (known.get(ref) ?? null) !== trouble
          troubles.set(id, known.set(ref, trouble))
        }
      }
      if (isNews) show()
    },
    refs: () => [...new Set(runByPanels().flatMap(({ parts }) => parts.map(({ ref }) => ref)))],
    forget(id) {
      const handed = get(id)
      if (handed === undefined) return fail('handover-gone')
      if (underWay.has(id)) return fail('handover-running')
      // Not by itself again: a panel may still run it.
      const paused = schedules.setEnabled(id, false)
      if (paused.ok) drop(id)
      return paused
    },
    isOut: (id) => get(id) !== undefined,
    load: show,
    async dispose() {
      ending.abort()
      await withTimeout(clock, lastWordsMs, Promise.allSettled(underWay.values()))
    },
  }
}
