import type {
  PanelSchedule,
  PanelScheduleChange,
  PanelScheduleEdit,
  PanelScheduleList,
  PanelTask,
  PanelTaskEdit,
} from '../../shared/panel-schedules/contract.ts'
import { editOf, isSameEdit, isSameTask } from '../../shared/panel-schedules/panel-schedules.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { CallServer, OfAct, ReadServer } from './at-server.ts'
import type { CallOptions } from './call-options.ts'
import { readSchedule, readSchedules, readUpdate, readWhole } from './schedule-entry.ts'
import type { JsonBody } from './transport.ts'

type Changed = Promise<Result<PanelScheduleChange>>

/**
 * The panel's own schedules of a server (the panel's API, part 2, *Schedules and tasks*). Errors beside the usual:
 * `not-on-panel` for a panel without schedules, `schedule-not-found`.
 *
 * What changes one is given what the person looked at (`seen`): the schedule is read right before, and where it is
 * another by then, nothing is sent. All that was not changed is sent back just as it came, since what is left out the
 * panel resets.
 */
export type ScheduleCalls = {
  list(identifier: string, options?: CallOptions): Promise<Result<PanelScheduleList>>
  /** Makes one without tasks, once; the new schedule, null where the panel's answer does not tell it. */
  create(identifier: string, edit: PanelScheduleEdit, options?: CallOptions): Promise<Result<PanelSchedule | null>>
  update(
    identifier: string,
    id: number,
    change: { readonly seen: PanelScheduleEdit; readonly edit: PanelScheduleEdit },
    options?: CallOptions,
  ): Changed
  /** Deletes it with its tasks. */
  remove(identifier: string, id: number, options?: CallOptions): Promise<Result<void>>
  /** Pauses or resumes it, whatever else of it was changed. Nothing is sent where it is so already. */
  setActive(identifier: string, id: number, isActive: boolean, options?: CallOptions): Promise<Result<void>>
  /** Pauses and resumes it, or the other way round, which ends a run. Nothing is sent where none is under way. */
  reset(identifier: string, id: number, options?: CallOptions): Promise<Result<void>>
  /** Runs it now, paused or not, once. The panel answers for its first task alone. */
  run(identifier: string, id: number, options?: CallOptions): Promise<Result<void>>
  /** Adds a task after the others, once. */
  addTask(identifier: string, id: number, edit: PanelTaskEdit, options?: CallOptions): Promise<Result<void>>
  /** Changes what a task does; without an `edit` only its place, where `place` is given. */
  changeTask(
    identifier: string,
    id: number,
    change: {
      readonly seen: PanelTask
      readonly edit?: PanelTaskEdit | undefined
      readonly place?: number | undefined
    },
    options?: CallOptions,
  ): Changed
  removeTask(identifier: string, id: number, seen: PanelTask, options?: CallOptions): Changed
}

const at = (id: number, rest = '') => `/schedules/${id}${rest}`

const unchanged: PanelScheduleChange = { meanwhile: null }

const halfReset = {
  message: 'The schedule was reset halfway: its switch was changed, but not changed back.',
  hint: 'Pause or resume it by hand.',
}

/** The fields of a schedule that are sent: those that differ from what was seen, over those that came. */
function bodyOf(edit: PanelScheduleEdit, seen?: PanelScheduleEdit): JsonBody {
  const { cron } = edit
  const changed = <T>(field: string, value: T, before: T | undefined) => (value === before ? {} : { [field]: value })
  return {
    ...changed('name', edit.name, seen?.name),
    ...changed('minute', cron.minute, seen?.cron.minute),
    ...changed('hour', cron.hour, seen?.cron.hour),
    ...changed('day_of_month', cron.dayOfMonth, seen?.cron.dayOfMonth),
    ...changed('month', cron.month, seen?.cron.month),
    ...changed('day_of_week', cron.dayOfWeek, seen?.cron.dayOfWeek),
    ...changed('is_active', edit.isActive, seen?.isActive),
    ...changed('only_when_online', edit.onlyWhenOnline, seen?.onlyWhenOnline),
  }
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

export function createScheduleCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
  readonly ofAct: OfAct
}): ScheduleCalls {
  const { callServer, readServer, ofAct } = deps

  const readOne = (identifier: string, id: number, options: CallOptions) =>
    readServer(identifier, { operation: 'schedule', below: at(id) }, options)

  async function send(
    identifier: string,
    call: Omit<Parameters<CallServer>[1], 'turn'>,
    options: CallOptions,
  ): Promise<Result<void>> {
    const answer = await callServer(identifier, call, options)
    return answer.ok ? ok() : answer
  }

  const update = (identifier: string, id: number, body: JsonBody, options: CallOptions) =>
    send(identifier, { operation: 'schedule-update', method: 'POST', below: at(id), body }, options)

  async function whole(identifier: string, id: number, options: CallOptions) {
    const read = await readOne(identifier, id, options)
    if (!read.ok) return read
    const { answer, json } = read.value
    const known = readWhole(json, id, answer.hideToken)
    return known === null ? fail('malformed-answer', { status: answer.status }) : ok(known)
  }

  /** Reads a schedule, and what an update of a task of it sends; null where the task is not what was seen. */
  async function readTask(identifier: string, id: number, seen: PanelTask, options: CallOptions) {
    const known = await whole(identifier, id, options)
    if (!known.ok) return known
    const { schedule, tasks } = known.value
    const task = schedule.tasks.find((one) => one.id === seen.id)
    if (task === undefined || !isSameTask(task, seen)) return ok({ schedule, body: null })
    const body = tasks.get(seen.id)
    return body === undefined ? fail('malformed-answer') : ok({ schedule, body })
  }

  const changedTask = (done: Result<void>): Result<PanelScheduleChange> => (done.ok ? ok(unchanged) : done)

  return {
    async list(identifier, options = {}) {
      const read = await readServer(identifier, { operation: 'schedules', below: '/schedules' }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const list = readSchedules(json, answer.hideToken)
      return list === null ? fail('malformed-answer', { status: answer.status }) : ok(list)
    },

    async create(identifier, edit, options = {}) {
      const call = { operation: 'schedule-create', method: 'POST', below: '/schedules', body: bodyOf(edit) } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok(readSchedule(parseJson(answer.value.text), answer.value.hideToken)) : answer
    },

    async update(identifier, id, { seen, edit }, given = {}) {
      const options = ofAct(given)
      const known = await whole(identifier, id, options)
      if (!known.ok) return known
      const { schedule, update: body } = known.value
      if (!isSameEdit(editOf(schedule), seen)) return ok({ meanwhile: schedule })
      return changedTask(await update(identifier, id, { ...body, ...bodyOf(edit, seen) }, options))
    },

    remove: (identifier, id, options = {}) =>
      send(identifier, { operation: 'schedule-delete', method: 'DELETE', below: at(id) }, options),

    async setActive(identifier, id, isActive, given = {}) {
      const options = ofAct(given)
      const read = await readOne(identifier, id, options)
      if (!read.ok) return read
      const known = readUpdate(read.value.json, id)
      if (known === null) return fail('malformed-answer', { status: read.value.answer.status })
      if (known.is_active === isActive) return ok()
      return update(identifier, id, { ...known, is_active: isActive }, options)
    },

    async reset(identifier, id, given = {}) {
      const options = ofAct(given)
      const known = await whole(identifier, id, options)
      if (!known.ok) return known
      const { schedule, update: body } = known.value
      if (!schedule.isProcessing) return ok()
      const toggled = await update(identifier, id, { ...body, is_active: !body.is_active }, options)
      if (!toggled.ok) return toggled
      // With a time of its own: it must not stay turned over.
      const back = await update(identifier, id, body, given)
      return back.ok ? back : fail({ ...back.error, ...halfReset, mayHaveActed: true })
    },

    run: (identifier, id, options = {}) =>
      send(identifier, { operation: 'schedule-run', method: 'POST', below: at(id, '/execute') }, options),

    addTask: (identifier, id, edit, options = {}) =>
      send(
        identifier,
        { operation: 'task-create', method: 'POST', below: at(id, '/tasks'), body: taskBodyOf(edit) },
        options,
      ),

    async changeTask(identifier, id, { seen, edit, place }, given = {}) {
      const options = ofAct(given)
      const read = await readTask(identifier, id, seen, options)
      if (!read.ok) return read
      const { schedule, body } = read.value
      if (body === null) return ok({ meanwhile: schedule })
      const changes = { ...(edit && taskBodyOf(edit, seen)), ...(place !== undefined && { sequence_id: place }) }
      const below = at(id, `/tasks/${seen.id}`)
      const call = { operation: 'task-update', method: 'POST', below, body: { ...body, ...changes } } as const
      return changedTask(await send(identifier, call, options))
    },

    async removeTask(identifier, id, seen, given = {}) {
      const options = ofAct(given)
      const read = await readTask(identifier, id, seen, options)
      if (!read.ok) return read
      if (read.value.body === null) return ok({ meanwhile: read.value.schedule })
      const call = { operation: 'task-delete', method: 'DELETE', below: at(id, `/tasks/${seen.id}`) } as const
      return changedTask(await send(identifier, call, options))
    },
  }
}
