import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import { displayed, found, problem, refusal, refuse, replyOf } from '../http/refusal.ts'
import { json, list, type Reply } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTable } from '../machine/per-server.ts'
import type { Timers } from '../machine/timers.ts'
import type { Backups } from './backups.ts'
import { type Area, on, type ServerCall } from './operation.ts'
import {
  nextDue,
  type Schedule,
  scheduleInput,
  scheduleItem,
  type Task,
  type TaskAction,
  taskInput,
  taskItem,
  withChanged,
  withoutTask,
  withTask,
} from './schedule.ts'

type Deps = Pick<Area, 'clock' | 'dialect' | 'timeZone' | 'daemon' | 'isNodeUp'> & {
  readonly servers: () => readonly LiveServer[]
  readonly backups: Pick<Backups, 'create' | 'limitOf'>
  /** The panel's queue: jobs that run when their time has come. */
  readonly queue: Timers
}

/** What a client says of a schedule; an update replaces all of it. */
export type ScheduleFields = Pick<Schedule, 'name' | 'cron' | 'isActive' | 'onlyWhenOnline'>
/** What a client says of a task. */
export type TaskFields = Pick<Task, 'action' | 'payload' | 'timeOffset' | 'continueOnFailure'>

export type Schedules = ReturnType<typeof createSchedules>

const minute = 60_000
const usualTaskLimit = 10
const badSignal = 'The power action provided was not valid, should be one of "stop", "start", "restart", "kill"'
/** A bound of our own. */
const maxSchedules = 20

const tooMany = `A server holds at most ${maxSchedules} schedules.`
const noTasks = 'Cannot process schedule for task execution: no tasks are registered.'
const badCron = 'The cron data provided does not evaluate to a valid expression.'
const noBackups = "A backup task cannot be created when the server's backup limit is set to 0."
const tooManyTasks = (most: number) =>
  `Schedules may not have more than ${most} tasks associated with them. Creating this task would put this schedule over the limit.`

/** The schedules of all servers, which run by the panel's clock (the panel's API, *Schedules and tasks*). */
export function createSchedules({ clock, dialect, timeZone, servers, daemon, isNodeUp, backups, queue }: Deps) {
  const table = createTable<number, Schedule>()
  let lastId = 0
  let lastTaskId = 0
  let taskLimit = usualTaskLimit
  let cancelTick = () => {}

  const next = (cron: Schedule['cron']) => nextDue(cron, timeZone, clock.now()) ?? refuse(displayed(badCron))

  function put(server: LiveServer, schedule: Schedule): Schedule {
    table.put(server, schedule)
    arm()
    return schedule
  }

  function change(server: LiveServer, id: number, changes: Partial<Schedule>) {
    const schedule = table.find(server, id)
    if (schedule !== null) put(server, { ...schedule, ...changes })
  }

  /** Those that may come due by themselves. */
  const waiting = () =>
    servers().flatMap((server) =>
      table
        .list(server)
        .filter(({ isActive, isProcessing, tasks }) => isActive && !isProcessing && tasks.length > 0)
        .map((schedule) => ({ server, schedule })),
    )

  /** Waits for the next one that is due; where its server holds it up, the panel looks again each minute. */
  function arm() {
    cancelTick()
    cancelTick = () => {}
    const times = waiting().map(({ schedule }) => schedule.nextRunAt)
    if (times.length === 0) return
    const now = clock.now()
    const soonest = Math.min(...times)
    const at = soonest > now ? soonest : (Math.floor(now / minute) + 1) * minute
    cancelTick = clock.after(at - now, tick)
  }

  function tick() {
    for (const { server, schedule } of waiting()) {
      if (schedule.nextRunAt <= clock.now() && server.conflict() === null) process(server, schedule, false)
    }
    arm()
  }

  /**
   * Begins a run. By hand the first task runs at once, without its offset.
   * @returns the refusal of that task; null else
   */
  function process(server: LiveServer, schedule: Schedule, isManual: boolean): Reply | null {
    const [first] = schedule.tasks
    if (first === undefined) return displayed(noTasks)
    const { id } = schedule
    change(server, id, { isProcessing: true, queuedTask: first.id, nextRunAt: next(schedule.cron) })
    if (schedule.onlyWhenOnline && ['offline', 'stopping'].includes(server.reportedState())) return complete(server, id)
    if (isManual) return run(server, id, first.id, true)
    queue.after(first.timeOffset * 1000, () => run(server, id, first.id, false))
    return null
  }

  const actions: Record<TaskAction, (server: LiveServer, payload: string) => Reply | null> = {
    power(server, payload) {
      const signal = powerSignalSchema.safeParse(payload)
      if (!signal.success) return daemon.refused(422, badSignal)
      // The node accepted it; what comes of it is not waited for.
      server.signal(signal.data)
      return null
    },
    command(server, payload) {
      // One of the two panels does not look at the node's answer, so that the command is lost in silence.
      return server.command(payload) || dialect === 'pelican' ? null : daemon.refused(502, '')
    },
    backup(server, payload) {
      const wish = { name: null, ignored: payload === '' ? null : payload, isLocked: false, isScheduled: true }
      const made = replyOf(() => backups.create(server, wish))
      return 'status' in made ? made : null
    },
  }

  /**
   * Runs one task, which is not logged as an activity.
   * @returns null where it went well; else its refusal, and whether a task that goes on after a failure goes on after this
   */
  function outcomeOf(server: LiveServer, { action, payload }: Task) {
    if (!isNodeUp()) return { refused: daemon.unreachable, canGoOn: true }
    const refused = actions[action](server, payload)
    // One of the two panels goes on after any answer of the machine; a backup is refused by the panel itself.
    return refused && { refused, canGoOn: dialect === 'pterodactyl' && action !== 'backup' }
  }

  /** Runs one task; the next one follows its offset after this one ended. */
  function run(server: LiveServer, id: number, taskId: number, isManual: boolean): Reply | null {
    const schedule = table.find(server, id)
    const task = schedule?.tasks.find((one) => one.id === taskId)
    if (schedule === null || task === undefined) return complete(server, id)
    const isOff = !schedule.isActive && !isManual
    if (isOff || server.conflict() !== null) return complete(server, id)
    const outcome = outcomeOf(server, task)
    const goesOn = outcome === null || (outcome.canGoOn && task.continueOnFailure)
    const following = schedule.tasks.find(({ sequenceId }) => sequenceId > task.sequenceId)
    if (!goesOn || following === undefined) {
      complete(server, id)
      return goesOn ? null : outcome.refused
    }
    change(server, id, { queuedTask: following.id })
    queue.after(following.timeOffset * 1000, () => run(server, id, following.id, isManual))
    return null
  }

  /** The end of a run, good or not: no one can tell afterwards. */
  function complete(server: LiveServer, id: number): null {
    change(server, id, { isProcessing: false, queuedTask: null, lastRunAt: clock.now() })
    return null
  }

  function create(server: LiveServer, fields: ScheduleFields): Schedule {
    lastId += 1
    const now = clock.now()
    const times = { lastRunAt: null, nextRunAt: next(fields.cron), createdAt: now, updatedAt: now }
    return put(server, { id: lastId, ...fields, ...times, isProcessing: false, queuedTask: null, tasks: [] })
  }

  function addTask(server: LiveServer, schedule: Schedule, fields: TaskFields, place: number | null): Task {
    lastTaskId += 1
    const now = clock.now()
    const task = { id: lastTaskId, ...fields, createdAt: now, updatedAt: now }
    const tasks = withTask(schedule.tasks, task, place)
    put(server, { ...schedule, tasks })
    return tasks.find(({ id }) => id === task.id) ?? { ...task, sequenceId: tasks.length }
  }

  const scheduleFields = scheduleInput(dialect)
  const shown = (schedule: Schedule) => json(scheduleItem(schedule, timeZone))
  const shownTask = (task: Task) => json(taskItem(task, false, timeZone))

  const scheduleOf = ({ server, params }: ServerCall) => found(table.find(server, Number(params.schedule)))
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
    const { action, payload, time_offset: timeOffset, ...more } = call.input(taskInput)
    if (action === 'backup' && backups.limitOf(call.server) === 0) refuse(refusal.forbidden(noBackups))
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
  const rows = [
    on('GET', all, 'schedule.read', ({ server }) =>
      json(list(table.list(server).map((schedule) => scheduleItem(schedule, timeZone)))),
    ),
    on('POST', all, 'schedule.create', (call) => {
      const fields = fieldsOf(call)
      if (table.list(call.server).length >= maxSchedules) refuse(displayed(tooMany))
      const reply = shown(create(call.server, fields))
      call.record('server:schedule.create', { name: fields.name })
      return reply
    }),
    on('GET', one, 'schedule.read', (call) => shown(scheduleOf(call))),
    on('POST', one, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const fields = fieldsOf(call)
      // Whoever switches it on or off also resets a run that got stuck.
      const isProcessing = schedule.isActive === fields.isActive && schedule.isProcessing
      const nextRunAt = next(fields.cron)
      const changed = { ...schedule, ...fields, nextRunAt, isProcessing, updatedAt: clock.now() }
      const reply = shown(put(call.server, changed))
      call.record('server:schedule.update', { name: fields.name, active: fields.isActive })
      return reply
    }),
    on('POST', `${one}/execute`, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const refused = process(call.server, schedule, true)
      if (refused !== null) return refused
      call.record('server:schedule.execute', { name: schedule.name })
      return json([], 202)
    }),
    on('DELETE', one, 'schedule.delete', (call) => {
      const schedule = scheduleOf(call)
      table.remove(call.server, schedule)
      arm()
      call.record('server:schedule.delete', { name: schedule.name })
    }),
    on('POST', tasks, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const { fields, place } = taskFieldsOf(call)
      if (schedule.tasks.length >= taskLimit) {
        refuse(problem(400, 'ServiceLimitExceededException', tooManyTasks(taskLimit)))
      }
      const made = addTask(call.server, schedule, fields, place)
      recordTask(call, 'create', schedule, fields)
      return shownTask(made)
    }),
    on('POST', `${tasks}/:task`, 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      const old = taskOf(call, schedule)
      const { fields, place } = taskFieldsOf(call)
      recordTask(call, 'update', schedule, fields)
      const sequenceId = place ?? old.sequenceId
      const changed = { ...old, ...fields, sequenceId, updatedAt: clock.now() }
      put(call.server, { ...schedule, tasks: withChanged(schedule.tasks, changed) })
      return shownTask(changed)
    }),
    on('DELETE', `${tasks}/:task`, dialect === 'pelican' ? 'schedule.delete' : 'schedule.update', (call) => {
      const schedule = scheduleOf(call)
      put(call.server, { ...schedule, tasks: withoutTask(schedule.tasks, taskOf(call, schedule)) })
      call.record('server:task.delete', { name: schedule.name })
    }),
  ]
  return {
    rows,
    /** Sets how many tasks a schedule may get, as the panel's administrator does. */
    setTaskLimit(tasks: number) {
      taskLimit = tasks
    },
    /** Gives the server a schedule with its tasks; returns its id. */
    addWhole(server: LiveServer, fields: ScheduleFields, tasks: readonly TaskFields[]): number {
      const schedule = create(server, fields)
      for (const task of tasks) addTask(server, table.find(server, schedule.id) ?? schedule, task, null)
      return schedule.id
    },
    dispose() {
      cancelTick()
      queue.cancelAll()
    },
  }
}
