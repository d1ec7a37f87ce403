import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { panelOf, type ServerRef } from '../../shared/model/identifier.ts'
import { scheduleStepMs } from '../../shared/model/restart.ts'
import type { Schedule } from '../../shared/model/restart-schema.ts'
import type { PanelScheduleAct, PanelSchedulesOfServer } from '../../shared/panel-schedules/contract.ts'
import { type Handover, handOver, handoverRefusal } from '../../shared/restart/handover.ts'
import type { HandoverPreview, PreviewPart } from '../../shared/restart/handover-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type AtPanel, type ScheduleToWrite, switchOn, type WrittenSchedule, writePaused } from './handover-write.ts'
import type { RestartParts } from './parts.ts'
import type { Schedules } from './schedules.ts'

/** What would be written for one server. */
type PreparedPart = ScheduleToWrite & Pick<Handover, 'leadSeconds' | 'losses'> & PreviewPart

type WrittenPart = { readonly part: PreparedPart; readonly schedule: WrittenSchedule }

/** Why a panel's schedules can't be written by what it told; null where they can. */
function stopOf(denied: readonly PanelScheduleAct[]): AppError | null {
  const what = (['create', 'update'] as const).find((act) => denied.includes(act))
  if (what === undefined) return null
  return appError('permission-lacking', {
    message: `The panel doesn’t let this account ${what} schedules for this server.`,
    hint: 'Ask the server’s owner to allow it.',
  })
}

/** The clock of a panel, as any schedule of it tells; null where none does. */
const zoneOf = ({ schedules }: PanelSchedulesOfServer): number | null =>
  schedules.find(({ zoneMinutes }) => zoneMinutes !== null)?.zoneMinutes ?? null

/** How long before its next run a planned restart can still be written, in milliseconds: writing takes a while. */
const beginMs = 5 * 60_000
/** How long before its next run the copies can still be changed over once they are written, in milliseconds. */
const switchMs = 60_000

const pausedWords = { message: 'This planned restart is paused.', hint: 'Resume it first.' }

/** What holds after an error, for the person. */
const afterError = {
  nothing: 'It runs here as before. Nothing was written to the panel.',
  written: 'It still runs here. What was written stays on the panel, paused: see the server’s Schedules.',
  switched: 'It is paused here. Check the server’s Schedules to see whether it is on there.',
}

/**
 * Writes planned restarts as schedules of their panels. Never do both run one: the app's own copy is paused before the
 * first is switched on there. Nothing is followed or undone after that.
 */
export function createHandover({
  store,
  schedules,
  panelSchedules,
}: Pick<RestartParts, 'store' | 'panelSchedules'> & { schedules: Pick<Schedules, 'setEnabled' | 'isDue'> }) {
  const ending = new AbortController()
  const underWay = new Set<string>()

  function callsOf(ref: ServerRef): AtPanel {
    return (call) => panelSchedules.on(ref, 'change', call, { signal: ending.signal })
  }

  /** What would be written for the server whose turn is at `place`, after a look at its panel. */
  async function prepareOne(schedule: Schedule, zeroAt: number, ref: ServerRef, place: number): Promise<PreparedPart> {
    const { servers, panels } = store.get()
    const name = servers[ref]?.name ?? ref
    const isPelican = panels[panelOf(ref)]?.isPelican ?? false
    const laterSeconds = (place * scheduleStepMs) / 1_000
    const list = servers[ref] === undefined ? fail('unknown-server') : await panelSchedules.read(ref)
    const make = (zone: number, later = laterSeconds) => handOver(schedule, name, zeroAt, zone, later, isPelican)
    const zoneMinutes = list.ok ? zoneOf(list.value) : null
    const { edit, tasks, leadSeconds, losses } = make(zoneMinutes ?? 0)
    return {
      ref,
      name,
      cron: edit.cron,
      tasks,
      leadSeconds,
      losses,
      zoneMinutes,
      runAt: zeroAt - make(0, 0).leadSeconds * 1_000,
      editFor: (zone) => make(zone).edit,
      stop: list.ok ? stopOf(list.value.denied) : list.error,
      canDelete: !list.ok || !list.value.denied.includes('delete'),
    }
  }

  /** What is to be written for each server, in the order of their turns, and when the next restart is. */
  async function prepare(id: string) {
    const schedule = store.get().schedules[id]
    if (schedule === undefined) return fail('unknown-plan')
    const { nextAt: zeroAt, choices, refs } = schedule
    if (zeroAt === null) return fail('handover-due', pausedWords)
    if (schedules.isDue(id, beginMs)) return fail('handover-due')
    const refusal = handoverRefusal(choices)
    if (refusal !== null) return fail(refusal)
    const parts = await Promise.all(refs.map((ref, place) => prepareOne(schedule, zeroAt, ref, place)))
    return ok({ zeroAt, parts })
  }

  function pauseOwn(id: string): Result<void> {
    if (ending.signal.aborted) return fail('cancelled')
    const isOn = store.get().schedules[id]?.enabled === true
    return isOn && !schedules.isDue(id, switchMs) ? schedules.setEnabled(id, false) : fail('handover-due')
  }

  /** Writes all of it, paused, up to the first server for which something fails. */
  async function writeAll(parts: readonly PreparedPart[]): Promise<Result<WrittenPart[]>> {
    let mayBeThere = false
    const written: WrittenPart[] = []
    for (const part of parts) {
      const done = await writePaused(async (call) => {
        const answer = await callsOf(part.ref)(call)
        mayBeThere ||= answer.ok || answer.error.mayHaveActed === true
        return answer
      }, part)
      if (!done.ok) return failFor(part, parts, done.error, mayBeThere ? afterError.written : afterError.nothing)
      written.push({ part, schedule: done.value })
    }
    return ok(written)
  }

  async function write(id: string, parts: readonly PreparedPart[]): Promise<Result<void>> {
    const stop = parts.find((part) => part.stop !== null)?.stop ?? null
    if (stop !== null) return fail(stop)
    const written = await writeAll(parts)
    if (!written.ok) return written
    const off = pauseOwn(id)
    if (!off.ok) return failWith(off.error, afterError.written)
    for (const { part, schedule } of written.value) {
      const done = await switchOn(callsOf(part.ref), schedule)
      if (!done.ok) return failFor(part, parts, done.error, afterError.switched)
    }
    return ok()
  }

  return {
    /** What would be written, after a look at the panels. Nothing is changed. */
    async preview(id: string): Promise<Result<HandoverPreview>> {
      const found = await prepare(id)
      if (!found.ok) return found
      const { zeroAt, parts } = found.value
      const [first] = parts
      return ok({
        zeroAt,
        leadSeconds: first?.leadSeconds ?? 0,
        tasks: [...(first?.tasks ?? [])],
        // They differ at most by the kind of panel.
        losses: [...new Set(parts.flatMap(({ losses }) => losses))],
        // What the window's contract does not list is left out on the way there.
        parts,
      })
    },
    /** Writes it, pauses the app's own copy, and switches it on there. Resolves at its end. */
    async create(id: string): Promise<Result<void>> {
      if (underWay.has(id)) return fail('handover-running')
      underWay.add(id)
      try {
        const found = await prepare(id)
        return found.ok ? await write(id, found.value.parts) : found
      } finally {
        underWay.delete(id)
      }
    },
    isUnderWay: (id: string): boolean => underWay.has(id),
    /** Begins no further call. */
    dispose: () => ending.abort(),
  }
}

const failWith = (error: AppError, holds: string): Result<never> => fail({ ...error, hint: `${error.hint} ${holds}` })

/** The same for one server; of several it says which. */
const failFor = ({ name }: PreparedPart, { length }: readonly PreparedPart[], error: AppError, holds: string) =>
  failWith(length === 1 ? error : { ...error, message: `${name}: ${error.message}` }, holds)
