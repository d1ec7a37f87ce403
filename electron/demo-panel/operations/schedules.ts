import type { Dialect } from '../http/dialect.ts'
import { list, refusal } from '../http/envelope.ts'
import { createRateLimits, type RateLimitOptions } from '../http/rate-limit.ts'
import { json, noContent, type Reply, withHeaders } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Verdict } from '../panel/auth.ts'
import { type Schedule, scheduleItem, type Task, taskItem } from '../schedules/schedule.ts'
import type { ScheduleFields, Schedules, TaskFields } from '../schedules/schedules.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'
import { scheduleInput, taskInput } from './schedule-input.ts'

/** A bound of our own. */
const maxSchedules = 20

type Deps = {
  readonly now: () => number
  readonly schedules: Schedules
  readonly dialect: Dialect
  readonly timeZone: string
  /** How many backups the server may have. */
  readonly backupLimitOf: (server: LiveServer) => number
  /** Limit on new schedules of each server; null for none. */
  readonly createLimit: RateLimitOptions | null
}

/** Schedules and their tasks, for keys with all permissions (the panel's API, *Schedules and tasks*). */
export function scheduleOperations(deps: Deps): readonly Operation[] {
  const { now, schedules, dialect, timeZone, createLimit } = deps
  const scheduleFields = scheduleInput(dialect)
  const taskFields = taskInput(dialect)
  const createLimits = createLimit === null ? null : createRateLimits(createLimit)
  const shown = (schedule: Schedule) => json(scheduleItem(schedule, timeZone))
  const shownTask = (task: Task) => json(taskItem(task, timeZone))
  const badCron = () =>
    refusal.limitReached('DisplayException', 'The cron data provided does not evaluate to a valid expression.')

  /** A row for one schedule, which is looked for first. */
  const onSchedule = (
    method: Operation['method'],
    path: string,
    right: string,
    handle: (call: ServerCall, schedule: Schedule) => Reply,
  ) =>
    onServer(
      method,
      `/schedules/:schedule${path}`,
      'all',
      (call) => {
        const schedule = schedules.find(call.server, Number(call.params.schedule))
        return schedule === null ? refusal.notFoundForServer() : handle(call, schedule)
      },
      right,
    )

  /** The same for one of its tasks. */
  const onTask = (
    method: Operation['method'],
    right: string,
    handle: (call: ServerCall, schedule: Schedule, task: Task) => Reply,
  ) =>
    onSchedule(method, '/tasks/:task', right, (call, schedule) => {
      const task = schedule.tasks.find(({ id }) => id === Number(call.params.task))
      return task === undefined ? refusal.notFoundForServer() : handle(call, schedule, task)
    })

  function fieldsOf(call: ServerCall): Verdict<ScheduleFields> {
    const input = call.input(scheduleFields)
    if (!input.ok) return input
    const { name, minute, hour, day_of_month, month, day_of_week } = input.value
    // One of the two panels does not check the month, and fails on what is none.
    if (month === null) return { ok: false, reply: refusal.failed('TypeError') }
    return {
      ok: true,
      value: {
        name,
        cron: { minute, hour, day_of_month, month, day_of_week },
        isActive: input.value.is_active,
        onlyWhenOnline: input.value.only_when_online,
      },
    }
  }

  function create(call: ServerCall): Reply {
    const fields = fieldsOf(call)
    if (!fields.ok) return fields.reply
    if (schedules.list(call.server).length >= maxSchedules) {
      return refusal.limitReached('DisplayException', `A server holds at most ${maxSchedules} schedules.`)
    }
    const schedule = schedules.create(call.server, fields.value)
    if (schedule === null) return badCron()
    call.record('server:schedule.create', { name: schedule.name })
    return shown(schedule)
  }

  /** What a task is to be, and its place; the panel refuses backups where a server may have none. */
  function taskOf(call: ServerCall): Verdict<{ readonly fields: TaskFields; readonly place: number | null }> {
    const input = call.input(taskFields)
    if (!input.ok) return input
    const { action, payload, time_offset: timeOffset, sequence_id, continue_on_failure } = input.value
    if (action === 'backup' && deps.backupLimitOf(call.server) === 0) {
      const detail = "A backup task cannot be created when the server's backup limit is set to 0."
      return { ok: false, reply: refusal.forbidden(detail) }
    }
    const fields = { action, payload: payload ?? '', timeOffset, continueOnFailure: continue_on_failure ?? false }
    return { ok: true, value: { fields, place: sequence_id ?? null } }
  }

  const recordTask = (call: ServerCall, what: string, { name }: Schedule, { action, payload }: TaskFields) =>
    call.record(`server:task.${what}`, { name, action, payload })

  return [
    onServer(
      'GET',
      '/schedules',
      'all',
      ({ server }) => json(list(schedules.list(server).map((schedule) => scheduleItem(schedule, timeZone)))),
      'schedule.read',
    ),
    onServer(
      'POST',
      '/schedules',
      'all',
      (call) => {
        const rate = createLimits?.take(call.server.uuid, now()) ?? { passed: true, headers: {} }
        return withHeaders(rate.passed ? create(call) : refusal.tooManyRequests(), rate.headers)
      },
      'schedule.create',
    ),
    onSchedule('GET', '', 'schedule.read', (_call, schedule) => shown(schedule)),
    onSchedule('POST', '', 'schedule.update', (call, schedule) => {
      const fields = fieldsOf(call)
      if (!fields.ok) return fields.reply
      const changed = schedules.update(call.server, schedule, fields.value)
      if (changed === null) return badCron()
      call.record('server:schedule.update', { name: changed.name, active: changed.isActive })
      return shown(changed)
    }),
    onSchedule('POST', '/execute', 'schedule.update', (call, schedule) => {
      const refused = schedules.execute(call.server, schedule)
      if (refused !== null) return refused
      call.record('server:schedule.execute', { name: schedule.name })
      return json([], 202)
    }),
    onSchedule('DELETE', '', 'schedule.delete', (call, schedule) => {
      schedules.remove(call.server, schedule)
      call.record('server:schedule.delete', { name: schedule.name })
      return noContent
    }),
    onSchedule('POST', '/tasks', 'schedule.update', (call, schedule) => {
      const task = taskOf(call)
      if (!task.ok) return task.reply
      const most = schedules.taskLimit()
      if (schedule.tasks.length >= most) {
        const detail = `Schedules may not have more than ${most} tasks associated with them. Creating this task would put this schedule over the limit.`
        return refusal.limitReached('ServiceLimitExceededException', detail)
      }
      const { fields, place } = task.value
      const made = schedules.addTask(call.server, schedule, fields, place)
      recordTask(call, 'create', schedule, fields)
      return shownTask(made)
    }),
    onTask('POST', 'schedule.update', (call, schedule, old) => {
      const task = taskOf(call)
      if (!task.ok) return task.reply
      const { fields, place } = task.value
      recordTask(call, 'update', schedule, fields)
      return shownTask(schedules.changeTask(call.server, schedule, old, fields, place))
    }),
    onTask('DELETE', dialect === 'pelican' ? 'schedule.delete' : 'schedule.update', (call, schedule, task) => {
      schedules.removeTask(call.server, schedule, task)
      call.record('server:task.delete', { name: schedule.name })
      return noContent
    }),
  ]
}
