import { Cron } from 'croner'
import { z } from 'zod'
import { truth } from '../http/input.ts'
import type { Dialect } from '../http/refusal.ts'
import { item, list, time } from '../http/reply.ts'

/** The five fields of a cron expression, as the panel keeps them. */
type CronFields = {
  readonly minute: string
  readonly hour: string
  readonly day_of_month: string
  readonly month: string
  readonly day_of_week: string
}

/**
 * The next time after `after` at which a schedule is due, in unix milliseconds, by the clocks of the zone. Null where
 * the fields make no expression, or one that never comes true.
 */
export function nextDue(fields: CronFields, timeZone: string, after: number): number | null {
  const parts = [fields.minute, fields.hour, fields.day_of_month, fields.month, fields.day_of_week]
  if (parts.some((part) => !/^\S{1,100}$/.test(part))) return null
  try {
    return new Cron(parts.join(' '), { timezone: timeZone, mode: '5-part' }).nextRun(new Date(after))?.getTime() ?? null
  } catch {
    return null
  }
}

export type TaskAction = 'command' | 'power' | 'backup'

/** One step of a schedule. Times are unix milliseconds, `timeOffset` is seconds. */
export type Task = {
  readonly id: number
  /** Its place, from 1. */
  readonly sequenceId: number
  readonly action: TaskAction
  readonly payload: string
  readonly timeOffset: number
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
  /** The task of the run that waits or is worked on, by its id. */
  readonly queuedTask: number | null
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
  return [...moved(tasks, sequenceId, last, 1), { ...task, sequenceId }].toSorted(inOrder)
}

/** The tasks with one replaced, those between its old place and its new one moved. Its place may be past the end. */
export function withChanged(tasks: readonly Task[], changed: Task): Task[] {
  const from = tasks.find(({ id }) => id === changed.id)?.sequenceId ?? changed.sequenceId
  const to = Math.max(1, changed.sequenceId)
  const others = tasks.filter(({ id }) => id !== changed.id)
  const between = to < from ? moved(others, to, from - 1, 1) : moved(others, from + 1, to, -1)
  return [...between, { ...changed, sequenceId: to }].toSorted(inOrder)
}

/** The tasks without one, those after it moved up. */
export function withoutTask(tasks: readonly Task[], gone: Task): Task[] {
  const others = tasks.filter(({ id }) => id !== gone.id)
  return moved(others, gone.sequenceId + 1, Number.POSITIVE_INFINITY, -1)
}

const inOrder = (a: Task, b: Task) => a.sequenceId - b.sequenceId

/** The tasks, those at these places one further along or back. */
const moved = (tasks: readonly Task[], first: number, last: number, by: 1 | -1): Task[] =>
  tasks.map((task) =>
    task.sequenceId >= first && task.sequenceId <= last ? { ...task, sequenceId: task.sequenceId + by } : task,
  )

/** A task as the panel shows it. */
export function taskItem(task: Task, isQueued: boolean, timeZone: string) {
  return item('schedule_task', {
    id: task.id,
    sequence_id: task.sequenceId,
    action: task.action,
    payload: task.payload,
    time_offset: task.timeOffset,
    is_queued: isQueued,
    continue_on_failure: task.continueOnFailure,
    created_at: time(task.createdAt, timeZone),
    updated_at: time(task.updatedAt, timeZone),
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
    last_run_at: time(schedule.lastRunAt, timeZone),
    next_run_at: time(schedule.nextRunAt, timeZone),
    created_at: time(schedule.createdAt, timeZone),
    updated_at: time(schedule.updatedAt, timeZone),
    relationships: {
      tasks: list(schedule.tasks.map((task) => taskItem(task, task.id === schedule.queuedTask, timeZone))),
    },
  })
}

const cronPart = z.string().max(191)

/** The month, where the panel does not check it: null for what its code cannot take as text. */
const uncheckedMonth = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null))

const untruths: readonly unknown[] = [undefined, null, false, 0, '', '0']

/** A truth value as PHP casts it: any text but the empty one and `0` is true, `"false"` too. */
const cast = z
  .unknown()
  .optional()
  .transform((value) => !isEmptyList(value) && !untruths.includes(value))

function isEmptyList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** A number, or a text that is one. */
const numeric = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    z.number().min(least).max(most),
  )

/** A schedule's fields. What is left out of the last two is false. */
export function scheduleInput(dialect: Dialect) {
  return z.object({
    name: z.string().max(dialect === 'pelican' ? 255 : 191),
    minute: cronPart,
    hour: cronPart,
    day_of_month: cronPart,
    month: dialect === 'pelican' ? cronPart : uncheckedMonth,
    day_of_week: cronPart,
    is_active: cast,
    only_when_online: cast,
  })
}

/** A task's fields. Only a backup's payload may be empty; a signal is not checked. */
export const taskInput = z
  .object({
    action: z.enum(['command', 'power', 'backup']),
    payload: z.string().max(65_535).nullish(),
    time_offset: numeric(0, 900).transform(Math.trunc),
    sequence_id: numeric(1, 1_000_000).transform(Math.trunc).optional(),
    continue_on_failure: truth.optional(),
  })
  .refine(({ action, payload }) => action === 'backup' || typeof payload === 'string', { path: ['payload'] })
