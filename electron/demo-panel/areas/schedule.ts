import { Cron } from 'croner'
import { z } from 'zod'
import { shortText, truth } from '../http/input.ts'
import type { Dialect } from '../http/refusal.ts'

const cronPart = z.string().max(191)
const cronParts = { minute: cronPart, hour: cronPart, day_of_month: cronPart, month: cronPart, day_of_week: cronPart }

/** The five fields of a cron expression, as the panel keeps them. */
type CronFields = Readonly<Record<keyof typeof cronParts, string>>

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

/** What a client says of a task. `timeOffset` is in seconds. */
export type TaskFields = {
  readonly action: 'command' | 'power' | 'backup'
  readonly payload: string
  readonly timeOffset: number
  readonly continueOnFailure: boolean
}

/** One step of a schedule. Times are unix milliseconds. */
export type Task = TaskFields & { readonly id: number; readonly createdAt: number; readonly updatedAt: number }

/** What a client says of a schedule; an update replaces all of it. */
export type ScheduleFields = {
  readonly name: string
  readonly cron: CronFields
  readonly isActive: boolean
  readonly onlyWhenOnline: boolean
}

/** A schedule as the panel keeps it. Times are unix milliseconds. */
export type Schedule = ScheduleFields & {
  readonly id: number
  /** A run is under way, or was, and its job was lost. */
  readonly isProcessing: boolean
  /** The task of the run that waits or is worked on, by its id. */
  readonly queuedTask: number | null
  readonly lastRunAt: number | null
  readonly nextRunAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** In their order. */
  readonly tasks: readonly Task[]
}

/** A schedule's fields. What is left out of the last two is false. */
export const scheduleInput = (dialect: Dialect) =>
  z
    .object({
      name: shortText(dialect),
      ...cronParts,
      is_active: truth.optional(),
      only_when_online: truth.optional(),
    })
    .transform(
      ({ name, is_active: isActive, only_when_online: onlyWhenOnline, ...cron }): ScheduleFields => ({
        name,
        cron,
        isActive: isActive ?? false,
        onlyWhenOnline: onlyWhenOnline ?? false,
      }),
    )

/** A task's fields, and its place from 1, where one is asked for. Only a backup's payload may be empty. */
export const taskInput = z
  .object({
    action: z.enum(['command', 'power', 'backup']),
    payload: z.string().max(65_535).nullish(),
    time_offset: z.int().min(0).max(900),
    sequence_id: z.int().min(1).optional(),
    continue_on_failure: truth.optional(),
  })
  .check(({ value: { action, payload }, issues }) => {
    if (action !== 'backup' && payload == null) issues.push({ code: 'custom', input: payload, path: ['payload'] })
  })
  .transform(({ action, payload, time_offset: timeOffset, sequence_id: place, continue_on_failure: continues }) => {
    const fields: TaskFields = { action, payload: payload ?? '', timeOffset, continueOnFailure: continues ?? false }
    return { fields, place: place ?? null }
  })
