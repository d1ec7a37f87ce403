import { z } from 'zod'
import { safeText } from '../../shared/model/text.ts'
import {
  type PanelCron,
  type PanelSchedule,
  type PanelScheduleList,
  type PanelTask,
  panelScheduleIdSchema,
} from '../../shared/panel-schedules/contract.ts'
import { longestTaskPayload, maxPanelSchedules } from '../../shared/panel-schedules/panel-schedules.ts'
import {
  attributesOf,
  type Collection,
  countOf,
  editableOf,
  type Fields,
  flagOf,
  isObject,
  numberSchema,
  readCollection,
  readMoment,
  readTime,
} from './entry.ts'
import type { HideToken } from './token-echo.ts'

/** Maximum number of tasks that are read of a schedule: some panels allow more than the usual ten. */
const maxTasks = 100
/** In characters: of a field of cron, and of what a task does. */
const longest = { cron: 100, action: 40, payload: longestTaskPayload } as const

const textOf = (value: unknown, max: number): string => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? safeText(value, max) : ''
}

/** What a task does, line by line: some payloads are lists. */
function payloadOf(value: unknown, hideToken: HideToken): Pick<PanelTask, 'payload' | 'isCut'> {
  if (typeof value !== 'string') return { payload: textOf(value, longest.payload) }
  const { text, isWhole } = editableOf(value, longest.payload, hideToken)
  return { payload: text, ...(!isWhole && { isCut: true }) }
}

/** A field that is missing stands for every value, as an empty one of cron would. */
function cronOf(value: unknown): PanelCron {
  const fields: Fields = isObject(value) ? value : {}
  const field = (name: string) => textOf(fields[name], longest.cron) || '*'
  return {
    minute: field('minute'),
    hour: field('hour'),
    dayOfMonth: field('day_of_month'),
    month: field('month'),
    dayOfWeek: field('day_of_week'),
  }
}

function taskOf(fields: Fields, hideToken: HideToken): PanelTask | null {
  const id = countOf(fields.id)
  const action = textOf(fields.action, longest.action)
  if (id === null || id === 0 || action === '') return null
  return {
    id,
    sequence: countOf(fields.sequence_id) ?? 0,
    action: hideToken(action),
    ...payloadOf(fields.payload, hideToken),
    offsetSeconds: countOf(fields.time_offset) ?? 0,
    isQueued: flagOf(fields.is_queued) ?? false,
    continuesOnFailure: flagOf(fields.continue_on_failure) ?? false,
  }
}

function taskEntries({ relationships }: Fields): Collection['entries'] {
  return (readCollection(isObject(relationships) && relationships.tasks)?.entries ?? []).slice(0, maxTasks)
}

function tasksOf(fields: Fields, hideToken: HideToken): PanelTask[] {
  return taskEntries(fields)
    .flatMap((task) => (task && taskOf(task, hideToken)) ?? [])
    .sort((a, b) => a.sequence - b.sequence)
}

/**
 * A schedule by its attributes (the panel's API, part 2, *Schedules and tasks*); null for one that can't be named, or
 * whose switches are not told: an update sends all of them, and must not change what it does not know.
 */
function scheduleOf(fields: Fields, hideToken: HideToken): PanelSchedule | null {
  const id = panelScheduleIdSchema.safeParse(countOf(fields.id))
  const isActive = flagOf(fields.is_active)
  if (!id.success || isActive === null) return null
  const nextRun = readTime(fields.next_run_at)
  return {
    id: id.data,
    name: hideToken(textOf(fields.name, 255) || 'Unnamed schedule'),
    cron: cronOf(fields.cron),
    isActive,
    isProcessing: flagOf(fields.is_processing) ?? false,
    onlyWhenOnline: flagOf(fields.only_when_online) ?? false,
    lastRunAt: readMoment(fields.last_run_at),
    nextRunAt: nextRun?.at ?? null,
    zoneMinutes: nextRun?.zoneMinutes ?? null,
    updatedAt: readMoment(fields.updated_at),
    tasks: tasksOf(fields, hideToken),
  }
}

const toldField = z.union([z.string(), z.number().transform(String)])
const updateSchema = z.object({
  id: numberSchema,
  name: z.string(),
  cron: z.object({
    minute: toldField,
    hour: toldField,
    day_of_month: toldField,
    month: toldField,
    day_of_week: toldField,
  }),
  is_active: z.boolean(),
  only_when_online: z.boolean(),
})

const taskUpdateSchema = z.object({
  id: numberSchema,
  action: z.string(),
  payload: z.string().nullable(),
  time_offset: numberSchema,
  sequence_id: numberSchema,
  continue_on_failure: z.boolean(),
})

/** What an update of a task sends to leave it as it is. */
function readTaskUpdate(fields: Fields | null) {
  const read = taskUpdateSchema.safeParse(fields)
  if (!read.success) return []
  const { id, action, payload, time_offset, sequence_id, continue_on_failure } = read.data
  if (id === null || time_offset === null || sequence_id === null) return []
  return [[id, { action, payload: payload ?? '', time_offset, sequence_id, continue_on_failure }] as const]
}

/**
 * What an update of a schedule sends to leave it as it is: the texts as they came, never shown. Null where the answer
 * does not tell all of it, since what is left out would be reset.
 */
export function readUpdate(answer: unknown, id: number) {
  const read = updateSchema.safeParse(attributesOf(answer))
  if (!read.success || read.data.id !== id) return null
  const { name, cron, is_active, only_when_online } = read.data
  return { name, ...cron, is_active, only_when_online }
}

/** The schedule of an answer; null for anything else. */
export function readSchedule(answer: unknown, hideToken: HideToken): PanelSchedule | null {
  const fields = attributesOf(answer)
  return fields === null ? null : scheduleOf(fields, hideToken)
}

/** One schedule as it is shown, and what leaves it and its tasks as they are; null where the answer tells less. */
export function readWhole(answer: unknown, id: number, hideToken: HideToken) {
  const schedule = readSchedule(answer, hideToken)
  const update = readUpdate(answer, id)
  if (schedule === null || update === null) return null
  return { schedule, update, tasks: new Map(taskEntries(attributesOf(answer) ?? {}).flatMap(readTaskUpdate)) }
}

/** Reads the list of a server's schedules, which has no pages; null for anything else. */
export function readSchedules(answer: unknown, hideToken: HideToken): PanelScheduleList | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  const within = collection.entries.slice(0, maxPanelSchedules)
  const schedules = within.flatMap((fields) => (fields && scheduleOf(fields, hideToken)) ?? [])
  return { schedules, leftOut: collection.entries.length - schedules.length }
}
