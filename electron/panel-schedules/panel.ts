import { z } from 'zod'
import { asChange, type Change } from '../../shared/model/change.ts'
import {
  type PanelSchedule,
  type PanelScheduleEdit,
  type PanelScheduleList,
  type PanelTask,
  type PanelTaskEdit,
  panelScheduleIdSchema,
} from '../../shared/panel-schedules/contract.ts'
import {
  editOf,
  isSameEdit,
  isSameTask,
  longestTaskPayload,
  maxPanelSchedules,
} from '../../shared/panel-schedules/panel-schedules.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AtServer } from '../panel/at-server.ts'
import {
  count,
  editableOf,
  flag,
  line,
  moment,
  name,
  numberSchema,
  objectOrEmpty,
  readList,
  readOne,
  readTime,
} from '../panel/entry.ts'
import { holdsHidden } from '../panel/token-echo.ts'
import type { JsonBody } from '../panel/transport.ts'

/** Maximum number of tasks that are read of a schedule: some panels allow more than the usual ten. */
const maxTasks = 100
/** In characters. */
const longest = { name: 255, cron: 100, action: 40 } as const

const flagOr = (fallback: boolean) => flag.transform((told) => told ?? fallback)

/** What a task does, line by line: some payloads are lists. */
const payload = name
  .catch('')
  .transform((told) => editableOf(told, longestTaskPayload))
  .transform(({ text, isWhole }) => ({ payload: text, ...(!isWhole && { isCut: true as const }) }))

const task = z
  .object({
    id: count.pipe(z.number().min(1)),
    sequence_id: count.catch(0),
    action: name.pipe(line(longest.action)),
    payload,
    time_offset: count.catch(0),
    is_queued: flagOr(false),
    continue_on_failure: flagOr(false),
  })
  .transform(
    ({ id, sequence_id, action, payload, time_offset, is_queued, continue_on_failure }): PanelTask => ({
      id,
      sequence: sequence_id,
      action,
      ...payload,
      offsetSeconds: time_offset,
      isQueued: is_queued,
      continuesOnFailure: continue_on_failure,
    }),
  )

/** A list of a schedule's tasks, of which some may not be told as they must be. */
function tasksOf<T>(one: z.ZodType<T>) {
  const read = readList(one, maxTasks)
  return objectOrEmpty(z.object({ tasks: z.unknown().optional() })).transform(({ tasks }) => read(tasks)?.entries ?? [])
}

/** A field that is missing stands for every value, as an empty one of cron would. */
const cronField = name.pipe(line(longest.cron)).catch('*')
const cron = objectOrEmpty(
  z.object({ minute: cronField, hour: cronField, day_of_month: cronField, month: cronField, day_of_week: cronField }),
).transform(({ day_of_month: dayOfMonth, day_of_week: dayOfWeek, ...more }) => ({ ...more, dayOfMonth, dayOfWeek }))

/**
 * A schedule by its attributes (the panel's API, part 2, *Schedules and tasks*). One whose switch is not told is none: an
 * update sends all of it, and must not change what it does not know.
 */
const schedule = z
  .object({
    id: count.pipe(panelScheduleIdSchema),
    name: name.pipe(line(longest.name)).catch('Unnamed schedule'),
    cron,
    is_active: flag.pipe(z.boolean()),
    is_processing: flagOr(false),
    only_when_online: flagOr(false),
    last_run_at: moment,
    next_run_at: z.unknown().optional().transform(readTime),
    updated_at: moment,
    relationships: tasksOf(task),
  })
  .transform(
    ({ id, name, cron, next_run_at: nextRun, relationships, ...told }): PanelSchedule => ({
      id,
      name,
      cron,
      isActive: told.is_active,
      isProcessing: told.is_processing,
      onlyWhenOnline: told.only_when_online,
      lastRunAt: told.last_run_at,
      nextRunAt: nextRun?.at ?? null,
      zoneMinutes: nextRun?.zoneMinutes ?? null,
      updatedAt: told.updated_at,
      tasks: relationships.toSorted((a, b) => a.sequence - b.sequence),
    }),
  )
const readEntries = readList(schedule, maxPanelSchedules)
const readEntry = readOne(schedule)

const number = numberSchema.pipe(z.number())
/** What an update of a task sends to leave it as it is. */
const keptTask = z
  .object({
    id: number,
    action: z.string(),
    payload: z.string().nullable(),
    time_offset: number,
    sequence_id: number,
    continue_on_failure: z.boolean(),
  })
  .transform(({ id, payload, ...told }) => ({ id, kept: { ...told, payload: payload ?? '' } }))

/**
 * What an update sends to leave a schedule and its tasks as they are: the texts as they came, never shown. All of it must
 * be told, since what is left out would be reset.
 */
const readKept = readOne(
  z
    .object({
      name: z.string(),
      cron: z.object({ minute: name, hour: name, day_of_month: name, month: name, day_of_week: name }),
      is_active: z.boolean(),
      only_when_online: z.boolean(),
      relationships: tasksOf(keptTask),
    })
    .transform(({ cron, relationships, ...told }) => ({
      kept: { ...told, ...cron },
      keptTasks: new Map(relationships.map(({ id, kept }) => [id, kept])),
    })),
)

/** Of a payload in which the token was hidden only a part is shown. */
const asShown = (one: PanelSchedule): PanelSchedule => ({
  ...one,
  tasks: one.tasks.map((task) => (holdsHidden(task.payload) ? { ...task, isCut: true } : task)),
})

const at = (id: number, rest = '') => `/schedules/${id}${rest}`

/** Reads one schedule as it is shown, and what leaves it and its tasks as they are. */
async function readWhole(server: AtServer, id: number) {
  const read = await server.read('schedule', at(id), (json) => {
    const shown = readEntry(json)
    const kept = readKept(json)
    return shown?.id === id && kept !== null ? { ...kept, schedule: shown } : null
  })
  return read.ok ? ok({ ...read.value, schedule: asShown(read.value.schedule) }) : read
}

/** Reads a schedule, and what leaves a task of it as it is; null where the task is not what was seen. */
async function readTask(server: AtServer, id: number, seen: PanelTask) {
  const read = await readWhole(server, id)
  if (!read.ok) return read
  const { schedule, keptTasks } = read.value
  const task = schedule.tasks.find((one) => one.id === seen.id)
  if (task === undefined || !isSameTask(task, seen)) return ok({ schedule, kept: null })
  const kept = keptTasks.get(seen.id)
  return kept === undefined ? fail('malformed-answer') : ok({ schedule, kept })
}

function fieldsOf({ name, cron, isActive, onlyWhenOnline }: PanelScheduleEdit): JsonBody {
  const { dayOfMonth, dayOfWeek, ...times } = cron
  const days = { day_of_month: dayOfMonth, day_of_week: dayOfWeek }
  return { name, ...times, ...days, is_active: isActive, only_when_online: onlyWhenOnline }
}

/** The fields of a schedule that are sent: those that differ from what was seen. */
function bodyOf(edit: PanelScheduleEdit, seen?: PanelScheduleEdit): JsonBody {
  const before = seen === undefined ? {} : fieldsOf(seen)
  return Object.fromEntries(Object.entries(fieldsOf(edit)).filter(([field, value]) => value !== before[field]))
}

/** The fields of a task that are sent. What it does stays as it came where nobody changed it. */
function taskBodyOf(edit: PanelTaskEdit, seen?: PanelTask): JsonBody {
  const isSamePayload = edit.action === seen?.action && edit.payload === seen.payload
  return {
    action: edit.action,
    ...(!isSamePayload && { payload: edit.payload }),
    time_offset: edit.offsetSeconds,
    continue_on_failure: edit.continuesOnFailure,
  }
}

/*
 * The panel's own schedules of a server. Errors beside the usual: `not-on-panel` for a panel without schedules,
 * `schedule-not-found`.
 *
 * What changes one is given what the person looked at (`seen`): the schedule is read right before, and where it is
 * another by then, nothing is sent. All that was not changed is sent back just as it came, since what is left out the
 * panel resets.
 */

export async function listSchedules(server: AtServer): Promise<Result<PanelScheduleList>> {
  const list = await server.read('schedules', '/schedules', readEntries)
  if (!list.ok) return list
  const { entries, leftOut } = list.value
  return ok({ schedules: entries.map(asShown), leftOut })
}

/** Makes one without tasks, once; the new schedule, null where the panel's answer does not tell it. */
export const createSchedule = (server: AtServer, edit: PanelScheduleEdit) =>
  server.actAndRead('schedule-create', '/schedules', readEntry, { body: bodyOf(edit) })

const update = (server: AtServer, id: number, kept: JsonBody, body?: JsonBody) =>
  server.act('schedule-update', at(id), { kept, ...(body && { body }) })

export async function updateSchedule(
  given: AtServer,
  id: number,
  { seen, edit }: { readonly seen: PanelScheduleEdit; readonly edit: PanelScheduleEdit },
): Promise<Result<Change<PanelSchedule>>> {
  const server = given.inTime()
  const read = await readWhole(server, id)
  if (!read.ok) return read
  const { schedule, kept } = read.value
  if (!isSameEdit(editOf(schedule), seen)) return ok({ meanwhile: schedule })
  return asChange(await update(server, id, kept, bodyOf(edit, seen)))
}

/** Deletes it with its tasks. */
export const removeSchedule = (server: AtServer, id: number) =>
  server.act('schedule-delete', at(id), { method: 'DELETE' })

/** Pauses or resumes it, whatever else of it was changed. Nothing is sent where it is so already. */
export async function setScheduleActive(given: AtServer, id: number, isActive: boolean): Promise<Result<void>> {
  const server = given.inTime()
  const read = await readWhole(server, id)
  if (!read.ok) return read
  const { kept } = read.value
  return kept.is_active === isActive ? ok() : update(server, id, kept, { is_active: isActive })
}

const halfReset = {
  message: 'The schedule was reset halfway: its switch was changed, but not changed back.',
  hint: 'Pause or resume it by hand.',
}

/** Pauses and resumes it, or the other way round, which ends a run. Nothing is sent where none is under way. */
export async function resetSchedule(given: AtServer, id: number): Promise<Result<void>> {
  const server = given.inTime()
  const read = await readWhole(server, id)
  if (!read.ok) return read
  const { schedule, kept } = read.value
  if (!schedule.isProcessing) return ok()
  const toggled = await update(server, id, kept, { is_active: !kept.is_active })
  if (!toggled.ok) return toggled
  // With a time of its own: it must not stay turned over.
  const back = await update(given, id, kept)
  return back.ok ? back : fail({ ...back.error, ...halfReset, mayHaveActed: true })
}

/** Runs it now, paused or not, once. The panel answers for its first task alone. */
export const runSchedule = (server: AtServer, id: number) => server.act('schedule-run', at(id, '/execute'))

/** Adds a task after the others, once. */
export const addTask = (server: AtServer, id: number, edit: PanelTaskEdit) =>
  server.act('task-create', at(id, '/tasks'), { body: taskBodyOf(edit) })

/** Changes what a task does; without an `edit` only its place, where `place` is given. */
export async function changeTask(
  given: AtServer,
  id: number,
  change: { readonly seen: PanelTask; readonly edit?: PanelTaskEdit | undefined; readonly place?: number | undefined },
): Promise<Result<Change<PanelSchedule>>> {
  const { seen, edit, place } = change
  const server = given.inTime()
  const read = await readTask(server, id, seen)
  if (!read.ok) return read
  const { schedule, kept } = read.value
  if (kept === null) return ok({ meanwhile: schedule })
  const body = { ...(edit && taskBodyOf(edit, seen)), ...(place !== undefined && { sequence_id: place }) }
  return asChange(await server.act('task-update', at(id, `/tasks/${seen.id}`), { kept, body }))
}

export async function removeTask(given: AtServer, id: number, seen: PanelTask): Promise<Result<Change<PanelSchedule>>> {
  const server = given.inTime()
  const read = await readTask(server, id, seen)
  if (!read.ok) return read
  if (read.value.kept === null) return ok({ meanwhile: read.value.schedule })
  return asChange(await server.act('task-delete', at(id, `/tasks/${seen.id}`), { method: 'DELETE' }))
}
