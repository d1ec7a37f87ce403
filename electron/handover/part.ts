import type { HandedPart } from '../../shared/model/handed.ts'
import { editOf, isStuck, type PanelSchedule, type PanelScheduleEdit } from '../../shared/model/panel-schedule.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { findingOf, findPart, isOwn, isWhole } from './compare.ts'
import type { PartCalls } from './part-calls.ts'

/** One server's schedule on its way. */
export type PartWork = {
  readonly calls: PartCalls
  readonly part: () => HandedPart
  /** Keeps what is known, before the call that it is about goes out. */
  readonly note: (change: Partial<HandedPart>) => void
}

/** When the panel must begin, and what tells it so. */
export type PartTime = {
  /** Unix milliseconds. */
  readonly runAt: number
  /** The schedule for a panel whose clock is so many minutes ahead of UTC. */
  readonly editFor: (zoneMinutes: number) => PanelScheduleEdit
}

const paused = (edit: PanelScheduleEdit): PanelScheduleEdit => ({ ...edit, isActive: false })

/** Reads the part as it is on the panel; undefined where it is not there. */
async function readPart({ calls, part }: PartWork): Promise<Result<PanelSchedule | undefined>> {
  const list = await calls.list()
  return list.ok ? ok(findPart(list.value.schedules, part())) : list
}

async function readThere(work: PartWork): Promise<Result<PanelSchedule>> {
  const read = await readPart(work)
  if (!read.ok) return read
  return read.value === undefined ? fail('handover-differs') : ok(read.value)
}

/** Makes the schedule, paused and without tasks. */
async function create(work: PartWork): Promise<Result<PanelSchedule>> {
  const { calls, part, note } = work
  note({ stage: 'sent' })
  const made = await calls.create(paused(part().edit))
  if (!made.ok) {
    if (!made.error.mayHaveActed) note({ stage: 'none' })
    return made
  }
  const schedule = made.value === null ? await readThere(work) : ok(made.value)
  if (schedule.ok) note({ panelId: schedule.value.id })
  return schedule
}

/** Writes its times anew where the panel's clock is another one than was thought. */
async function setRight(work: PartWork, made: PanelSchedule, { runAt, editFor }: PartTime): Promise<Result<void>> {
  const { calls, part, note } = work
  if (made.nextRunAt === runAt || made.zoneMinutes === null) return ok()
  note({ edit: editFor(made.zoneMinutes) })
  const changed = await calls.update(made.id, { seen: editOf(made), edit: paused(part().edit) })
  if (!changed.ok) return changed
  return changed.value.meanwhile === null ? ok() : fail('handover-differs')
}

/**
 * Writes a part to its panel, paused, and sees that it stands there whole and would begin when it should. Each call goes
 * out once. Errors beside those of the calls: `handover-differs`, `handover-wrong-time`.
 */
export async function writePart(work: PartWork, time: PartTime): Promise<Result<void>> {
  const { calls, part, note } = work
  const made = await create(work)
  if (!made.ok) return made
  const right = await setRight(work, made.value, time)
  if (!right.ok) return right
  for (const task of part().tasks) {
    const added = await calls.addTask(made.value.id, task)
    if (!added.ok) return added
  }
  const there = await readThere(work)
  if (!there.ok) return there
  if (there.value.isActive || !isWhole(there.value, part())) return fail('handover-differs')
  if (there.value.nextRunAt !== time.runAt) return fail('handover-wrong-time')
  note({ stage: 'written' })
  return ok()
}

/** Switches a part on that stands whole. If the answer is lost, the panel is asked whether it is on. */
export async function switchOn(work: PartWork): Promise<Result<void>> {
  const { calls, part, note } = work
  const { panelId, edit } = part()
  if (panelId === null) return fail('handover-differs')
  note({ stage: 'on' })
  const changed = await calls.update(panelId, { seen: paused(edit), edit })
  if (changed.ok && changed.value.meanwhile === null) return ok()
  if (!changed.ok && !changed.error.mayHaveActed) return changed
  const there = await readPart(work)
  if (there.ok && findingOf(there.value, part()) === 'same') return ok()
  return changed.ok ? fail('handover-differs') : changed
}

/** After the end of a run the clocks of panel and computer may differ by this much, in milliseconds. */
const afterRunMs = 2 * 60_000

/** True while the panel runs a part, or did just now: the app would restart the server for the same time once more. */
function isRunning(schedule: PanelSchedule, now: number): boolean {
  const { isProcessing, lastRunAt } = schedule
  const ranNow = lastRunAt !== null && Math.abs(now - lastRunAt) < afterRunMs
  return (isProcessing && !isStuck(schedule, now)) || ranNow
}

/** What the panel has of a part after it was removed. */
export type Removed = 'gone' | 'paused'

/** Sees what came of a call that may have acted, by one more look. */
async function settled(
  work: PartWork,
  done: Result<void>,
  isDone: (schedule: PanelSchedule | undefined) => boolean,
): Promise<Result<void>> {
  if (done.ok || !done.error.mayHaveActed) return done
  const there = await readPart(work)
  return there.ok && isDone(there.value) ? ok() : done
}

async function pause(work: PartWork, { id, isActive }: PanelSchedule): Promise<Result<Removed>> {
  const done = isActive ? await work.calls.setActive(id, false) : ok()
  const after = await settled(work, done, (schedule) => schedule?.isActive !== true)
  return after.ok ? ok('paused') : after
}

async function removeOwn(work: PartWork, schedule: PanelSchedule): Promise<Result<Removed>> {
  const removed = await work.calls.remove(schedule.id)
  const after = await settled(work, removed, (there) => there === undefined)
  if (after.ok || after.error.code === 'schedule-not-found') return ok('gone')
  return after.error.code === 'permission-lacking' ? pause(work, schedule) : after
}

/**
 * Removes what a panel has of a part, however much that is. A schedule that somebody else changed, or that the account
 * may not delete, is paused. Error beside those of the calls: `schedule-running`.
 * @param now unix milliseconds
 */
export async function removePart(work: PartWork, now: number): Promise<Result<Removed>> {
  const { part, note } = work
  if (part().stage === 'none') return ok('gone')
  const there = await readPart(work)
  if (!there.ok) return there
  const schedule = there.value
  if (schedule !== undefined && isRunning(schedule, now)) return fail('schedule-running')
  const gone: Result<Removed> = ok('gone')
  const removed =
    schedule === undefined
      ? gone
      : isOwn(schedule, part())
        ? await removeOwn(work, schedule)
        : await pause(work, schedule)
  if (removed.ok) note({ stage: 'none' })
  return removed
}
