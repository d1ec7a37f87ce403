import type { Dialect } from '../http/dialect.ts'
import { list, refusal } from '../http/envelope.ts'
import { found, refuse } from '../http/refused.ts'
import { json } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Schedule, scheduleItem, type Task, taskItem } from '../schedules/schedule.ts'
import type { ScheduleFields, Schedules, TaskFields } from '../schedules/schedules.ts'
import { on, type ServerCall } from './operation.ts'
import { scheduleInput, taskInput } from './schedule-input.ts'

/** A bound of our own. */
const maxSchedules = 20

const tooMany = `A server holds at most ${maxSchedules} schedules.`
const badCron = 'The cron data provided does not evaluate to a valid expression.'
const noBackups = "A backup task cannot be created when the server's backup limit is set to 0."
const tooManyTasks = (most: number) =>
  `Schedules may not have more than ${most} tasks associated with them. Creating this task would put this schedule over the limit.`

type Deps = {
  readonly schedules: Schedules
  readonly dialect: Dialect
  readonly timeZone: string
  /** How many backups the server may have. */
  readonly backupLimitOf: (server: LiveServer) => number
}

/** Schedules and their tasks, for keys with all permissions (the panel's API, *Schedules and tasks*). */
export function scheduleRows({ schedules, dialect, timeZone, backupLimitOf }: Deps) {
  const scheduleFields = scheduleInput(dialect)
  const taskFields = taskInput(dialect)
  const shown = (schedule: Schedule | null) =>
    json(scheduleItem(schedule ?? refuse(refusal.limitReached('DisplayException', badCron)), timeZone))
  const shownTask = (task: Task) => json(taskItem(task, timeZone))

  const scheduleOf = ({ server, params }: ServerCall) => found(schedules.find(server, Number(params.schedule)))
  const taskOf = ({ params }: ServerCall, { tasks }: Schedule) =>
    found(tasks.find(({ id }) => id === Number(params.task)))

  function fieldsOf(call: ServerCall): ScheduleFields {
    const { name, minute, hour, day_of_month, month, day_of_week, ...flags } = call.input(scheduleFields)
    // One of the two panels does not check the month, and fails on what is none.
    if (month === null) return refuse(refusal.failed('TypeError'))
    const cron = { minute, hour, day_of_month, month, day_of_week }
    return { name, cron, isActive: flags.is_active, onlyWhenOnline: flags.only_when_online }
  }

  /** What a task is to be, and its place; the panel refuses backups where a server may have none. */
  function taskFieldsOf(call: ServerCall): { readonly fields: TaskFields; readonly place: number | null } {
    const { action, payload, time_offset: timeOffset, ...more } = call.input(taskFields)
    if (action === 'backup' && backupLimitOf(call.server) === 0) refuse(refusal.forbidden(noBackups))
    const continueOnFailure = more.continue_on_failure ?? false
    return {
      fields: { action, payload: payload ?? '', timeOffset, continueOnFailure },
      place: more.sequence_id ?? null,
    }
  }

  const recordTask = (call: ServerCall, what: string, { name }: Schedule, { action, payload }: TaskFields) =>
    call.record(`server:task.${what}`, { name, action, payload })

  const all = '/schedules'
  const one = `${all}/:schedule`
  const tasks = `${one}/tasks`
  return [
    on('GET', all, 'schedule.read', ({ server }) =>
      json(list(schedules.list(server).map((schedule) => scheduleItem(schedule, timeZone)))),
    ),
    on('POST', all, 'schedule.create', (call) => {
      const fields = fieldsOf(call)
      if (schedules.list(call.server).length >= maxSchedules) refuse(refusal.limitReached('DisplayException', tooMany))
      const reply = shown(schedules.create(call.server, fields))
      call.record('server:schedule.create', { name: fields.name })
      return reply
    }),
    on('GET', one, 'schedule.read', (call) => shown(scheduleOf(call))),
    on('POST', one, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const fields = fieldsOf(call)
      const reply = shown(schedules.update(call.server, schedule, fields))
      call.record('server:schedule.update', { name: fields.name, active: fields.isActive })
      return reply
    }),
    on('POST', `${one}/execute`, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const refused = schedules.execute(call.server, schedule)
      if (refused !== null) return refused
      call.record('server:schedule.execute', { name: schedule.name })
      return json([], 202)
    }),
    on('DELETE', one, 'schedule.delete', (call) => {
      const schedule = scheduleOf(call)
      schedules.remove(call.server, schedule)
      call.record('server:schedule.delete', { name: schedule.name })
    }),
    on('POST', tasks, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const { fields, place } = taskFieldsOf(call)
      const most = schedules.taskLimit()
      if (schedule.tasks.length >= most) {
        refuse(refusal.limitReached('ServiceLimitExceededException', tooManyTasks(most)))
      }
      const made = schedules.addTask(call.server, schedule, fields, place)
      recordTask(call, 'create', schedule, fields)
      return shownTask(made)
    }),
    on('POST', `${tasks}/:task`, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const old = taskOf(call, schedule)
      const { fields, place } = taskFieldsOf(call)
      recordTask(call, 'update', schedule, fields)
      return shownTask(schedules.changeTask(call.server, schedule, old, fields, place))
    }),
    on('DELETE', `${tasks}/:task`, dialect === 'pelican' ? 'schedule.delete' : 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      schedules.removeTask(call.server, schedule, taskOf(call, schedule))
      call.record('server:task.delete', { name: schedule.name })
    }),
  ]
}
