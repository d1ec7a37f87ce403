import type {
  PanelSchedule,
  PanelScheduleEdit,
  PanelTask,
  PanelTaskEdit,
} from '../../shared/panel-schedules/contract.ts'
import { editOf, isSameEdit, longestTaskPayload } from '../../shared/panel-schedules/panel-schedules.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AtServer } from '../panel/at-server.ts'
import { editableOf } from '../panel/entry.ts'
import { addTask, createSchedule, listSchedules, updateSchedule } from '../panel-schedules/panel.ts'

/** Makes one call about one server, once. */
export type AtPanel = <T>(call: (server: AtServer) => Promise<Result<T>>) => Promise<Result<T>>

/** The schedule of one server, as it is to stand on the panel. */
export type ScheduleToWrite = {
  readonly tasks: readonly PanelTaskEdit[]
  /** When the panel must begin, in unix milliseconds. */
  readonly runAt: number
  /** The schedule for a panel whose clock is so many minutes ahead of UTC. */
  readonly editFor: (zoneMinutes: number) => PanelScheduleEdit
  /** The panel’s clock as far as it is known, in minutes ahead of UTC. */
  readonly zoneMinutes: number | null
}

/** A schedule that stands on the panel, paused. */
export type WrittenSchedule = { readonly id: number; readonly edit: PanelScheduleEdit }

const paused = (edit: PanelScheduleEdit): PanelScheduleEdit => ({ ...edit, isActive: false })

const isTask = (task: PanelTask, written: PanelTaskEdit): boolean =>
  task.action === written.action &&
  // What is read of a panel was made safe to show.
  task.payload === editableOf(written.payload, longestTaskPayload).text &&
  task.offsetSeconds === written.offsetSeconds &&
  task.continuesOnFailure === written.continuesOnFailure

const isWhole = (schedule: PanelSchedule, edit: PanelScheduleEdit, tasks: readonly PanelTaskEdit[]): boolean =>
  isSameEdit(editOf(schedule), paused(edit)) &&
  schedule.tasks.length === tasks.length &&
  tasks.every((written, i) => {
    const task = schedule.tasks[i]
    return task !== undefined && isTask(task, written)
  })

/** Writes the times anew where the panel’s clock is another one than was thought. Returns the edit that holds. */
async function setTime(
  at: AtPanel,
  made: PanelSchedule,
  { runAt, editFor, zoneMinutes }: ScheduleToWrite,
): Promise<Result<PanelScheduleEdit>> {
  if (made.nextRunAt === runAt || made.zoneMinutes === null) return ok(editFor(zoneMinutes ?? 0))
  const edit = editFor(made.zoneMinutes)
  const change = { seen: editOf(made), edit: paused(edit) }
  const changed = await at((server) => updateSchedule(server, made.id, change))
  if (!changed.ok) return changed
  return changed.value.meanwhile === null ? ok(edit) : fail('handover-differs')
}

/**
 * Writes a schedule to the panel, paused, and sees that it stands there whole and would begin when it should. Each call
 * goes out once, and nothing is removed after a failure. Errors beside those of the calls: `handover-differs`,
 * `handover-wrong-time`.
 */
export async function writePaused(at: AtPanel, wanted: ScheduleToWrite): Promise<Result<WrittenSchedule>> {
  const first = wanted.editFor(wanted.zoneMinutes ?? 0)
  const made = await at((server) => createSchedule(server, paused(first)))
  if (!made.ok) return made
  if (made.value === null) return fail('handover-differs')
  const { id } = made.value
  const edit = await setTime(at, made.value, wanted)
  if (!edit.ok) return edit
  for (const task of wanted.tasks) {
    const added = await at((server) => addTask(server, id, task))
    if (!added.ok) return added
  }
  const list = await at(listSchedules)
  if (!list.ok) return list
  const there = list.value.schedules.find((schedule) => schedule.id === id)
  if (there === undefined || !isWhole(there, edit.value, wanted.tasks)) return fail('handover-differs')
  if (there.nextRunAt !== wanted.runAt) return fail('handover-wrong-time')
  return ok({ id, edit: edit.value })
}

/** Switches on a schedule that stands there whole. Error beside those of the call: `handover-differs`. */
export async function switchOn(at: AtPanel, { id, edit }: WrittenSchedule): Promise<Result<void>> {
  const changed = await at((server) => updateSchedule(server, id, { seen: paused(edit), edit }))
  if (!changed.ok) return changed
  return changed.value.meanwhile === null ? ok() : fail('handover-differs')
}
