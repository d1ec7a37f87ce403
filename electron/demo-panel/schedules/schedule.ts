import { item, list } from '../http/envelope.ts'
import { zonedTime } from '../http/zoned-time.ts'
import type { CronFields } from './cron.ts'

export type TaskAction = 'command' | 'power' | 'backup' | 'delete_files'

/** One step of a schedule. Times are unix milliseconds, `timeOffset` is seconds. */
export type Task = {
  readonly id: number
  /** Its place, from 1. */
  readonly sequenceId: number
  readonly action: TaskAction
  readonly payload: string
  readonly timeOffset: number
  readonly isQueued: boolean
  readonly continueOnFailure: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** A schedule as the panel keeps it. Times are unix milliseconds. */
export type Schedule = {
  readonly id: number
  readonly name: string
  readonly cron: CronFields
  readonly isActive: boolean
  /** A run is under way, or was, and its job was lost. */
  readonly isProcessing: boolean
  readonly onlyWhenOnline: boolean
  readonly lastRunAt: number | null
  readonly nextRunAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** In their order. */
  readonly tasks: readonly Task[]
}

/** The tasks with one more: at the end, or at a place of its own, from which on the others move up. */
export function withTask(tasks: readonly Task[], task: Omit<Task, 'sequenceId'>, place: number | null): Task[] {
  const last = (tasks.at(-1)?.sequenceId ?? 0) + 1
  const sequenceId = Math.min(last, Math.max(1, place ?? last))
  const others = tasks.map((one) => (one.sequenceId >= sequenceId ? { ...one, sequenceId: one.sequenceId + 1 } : one))
  return inOrder([...others, { ...task, sequenceId }])
}

/** The tasks with one replaced, those between its old place and its new one moved. Its place may be past the end. */
export function withChanged(tasks: readonly Task[], changed: Task): Task[] {
  const from = tasks.find(({ id }) => id === changed.id)?.sequenceId ?? changed.sequenceId
  const to = Math.max(1, changed.sequenceId)
  const moved = tasks.map((one) => {
    const { id, sequenceId } = one
    if (id === changed.id) return { ...changed, sequenceId: to }
    if (to < from && sequenceId >= to && sequenceId < from) return { ...one, sequenceId: sequenceId + 1 }
    if (to > from && sequenceId > from && sequenceId <= to) return { ...one, sequenceId: sequenceId - 1 }
    return one
  })
  return inOrder(moved)
}

/** The tasks without one, those after it moved up. */
export function withoutTask(tasks: readonly Task[], gone: Task): Task[] {
  return tasks
    .filter(({ id }) => id !== gone.id)
    .map((one) => (one.sequenceId > gone.sequenceId ? { ...one, sequenceId: one.sequenceId - 1 } : one))
}

function inOrder(tasks: readonly Task[]): Task[] {
  return tasks.toSorted((a, b) => a.sequenceId - b.sequenceId)
}

/** A task as the panel shows it. */
export function taskItem(task: Task, timeZone: string) {
  return item('schedule_task', {
    id: task.id,
    sequence_id: task.sequenceId,
    action: task.action,
    payload: task.payload,
    time_offset: task.timeOffset,
    is_queued: task.isQueued,
    continue_on_failure: task.continueOnFailure,
    created_at: zonedTime(task.createdAt, timeZone),
    updated_at: zonedTime(task.updatedAt, timeZone),
  })
}

/** A schedule as the panel shows it, always with its tasks. */
export function scheduleItem(schedule: Schedule, timeZone: string) {
  const { minute, hour, day_of_month, month, day_of_week } = schedule.cron
  return item('server_schedule', {
    id: schedule.id,
    name: schedule.name,
    cron: { day_of_week, day_of_month, month, hour, minute },
    is_active: schedule.isActive,
    is_processing: schedule.isProcessing,
    only_when_online: schedule.onlyWhenOnline,
    last_run_at: zonedTime(schedule.lastRunAt, timeZone),
    next_run_at: zonedTime(schedule.nextRunAt, timeZone),
    created_at: zonedTime(schedule.createdAt, timeZone),
    updated_at: zonedTime(schedule.updatedAt, timeZone),
    relationships: { tasks: list(schedule.tasks.map((task) => taskItem(task, timeZone))) },
  })
}
