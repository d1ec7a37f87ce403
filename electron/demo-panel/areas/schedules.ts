import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import { daemonRefusals, displayed, found, problem, refusal, refuse, replyOf } from '../http/refusal.ts'
import { fieldsOf, item, json, list, type Reply } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTable } from '../machine/per-server.ts'
import type { Timers } from '../machine/timers.ts'
import type { Backups } from './backups.ts'
import { type Area, on, onInput, onOne, type ServerCall } from './operation.ts'
import {
  nextDue,
  type Schedule,
  type ScheduleFields,
  scheduleInput,
  type Task,
  type TaskFields,
  taskInput,
} from './schedule.ts'

type Deps = Area & {
  readonly servers: () => readonly LiveServer[]
  readonly backups: Pick<Backups, 'create' | 'limitOf'>
  /** The panel's queue: jobs that run when their time has come. */
  readonly queue: Timers
}

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
export function createSchedules({ clock, dialect, timeZone, node, servers, backups, queue }: Deps) {
  const table = createTable<number, Schedule>()
  const daemon = daemonRefusals(dialect)
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

  const actions: Record<Task['action'], (server: LiveServer, payload: string) => Reply | null> = {
    power(server, payload) {
      const signal = powerSignalSchema.safeParse(payload).data
      if (signal === undefined) return daemon.refused(422, badSignal)
      // The node accepted it; what comes of it is not waited for.
      server.signal(signal)
      return null
    },
    // One of the two panels does not look at the node's answer, so that the command is lost in silence.
    command: (server, payload) => (server.command(payload) || dialect === 'pelican' ? null : daemon.refused(502, '')),
    backup(server, payload) {
      const wish = { name: null, ignored: payload || null, isLocked: false, isScheduled: true }
      const made = replyOf(() => backups.create(server, wish))
      return 'status' in made ? made : null
    },
  }

  /** Where a task was refused: one panel goes on after any answer of the machine, which a backup's refusal is not. */
  const goesOnAfter = ({ action, continueOnFailure }: Task): boolean =>
    continueOnFailure && (!node.isUp() || (dialect === 'pterodactyl' && action !== 'backup'))

  /** Runs one task; the next one follows its offset after this one ended. */
  function run(server: LiveServer, id: number, taskId: number, isManual: boolean): Reply | null {
    const schedule = table.find(server, id)
    const task = schedule?.tasks.find((one) => one.id === taskId)
    if (schedule === null || task === undefined) return complete(server, id)
    if (!(schedule.isActive || isManual) || server.conflict() !== null) return complete(server, id)
    // It is not logged as an activity.
    const refused = node.isUp() ? actions[task.action](server, task.payload) : daemon.unreachable
    const following = schedule.tasks[schedule.tasks.indexOf(task) + 1]
    if (refused !== null && !goesOnAfter(task)) {
      complete(server, id)
      return refused
    }
    if (following === undefined) return complete(server, id)
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

  /** Puts a task at its place from 1, or at the end where none is given, in place of the one with its id. */
  function putTask(server: LiveServer, schedule: Schedule, task: Task, place: number | null): Schedule {
    const others = schedule.tasks.filter(({ id }) => id !== task.id)
    return put(server, { ...schedule, tasks: others.toSpliced((place ?? others.length + 1) - 1, 0, task) })
  }

  function newTask(fields: TaskFields): Task {
    lastTaskId += 1
    return { id: lastTaskId, ...fields, createdAt: clock.now(), updatedAt: clock.now() }
  }

  const taskItem = (task: Task, at: number, isQueued: boolean) =>
    item('schedule_task', fieldsOf({ ...task, sequenceId: at + 1, isQueued }, timeZone))

  function scheduleItem({ tasks, queuedTask, ...fields }: Schedule) {
    const items = tasks.map((task, at) => taskItem(task, at, task.id === queuedTask))
    return item('server_schedule', { ...fieldsOf(fields, timeZone), relationships: { tasks: list(items) } })
  }

  const shown = (schedule: Schedule) => json(scheduleItem(schedule))
  const onSchedule = onOne(({ server, params }) => table.find(server, Number(params.schedule)))
  const taskOf = ({ params }: ServerCall, { tasks }: Schedule) =>
    found(tasks.find(({ id }) => id === Number(params.task)))

  const shownTask = ({ tasks }: Schedule, task: Task) => json(taskItem(task, tasks.indexOf(task), false))

  /** What a task is to be, and its place; the panel refuses backups where a server may have none. */
  function readTask(call: ServerCall) {
    const input = call.input(taskInput)
    if (input.fields.action === 'backup' && backups.limitOf(call.server) === 0) refuse(refusal.forbidden(noBackups))
    return input
  }

  const recordTask = (call: ServerCall, what: string, { name }: Schedule, { action, payload }: TaskFields) =>
    call.record(`server:task.${what}`, { name, action, payload })

  const input = scheduleInput(dialect)
  const all = '/schedules'
  const one = `${all}/:schedule`
  const tasks = `${one}/tasks`
  const rows = [
    on('GET', all, 'schedule.read', ({ server }) => json(list(table.list(server).map(scheduleItem)))),
    onInput('POST', all, 'schedule.create', input, ({ server, record }, fields) => {
      if (table.list(server).length >= maxSchedules) refuse(displayed(tooMany))
      const made = create(server, fields)
      record('server:schedule.create', { name: fields.name })
      return shown(made)
    }),
    onSchedule('GET', one, 'schedule.read', (_call, schedule) => shown(schedule)),
    onSchedule('POST', one, 'schedule.update', (call, schedule) => {
      const fields = call.input(input)
      // Whoever switches it on or off also resets a run that got stuck.
      const isProcessing = schedule.isActive === fields.isActive && schedule.isProcessing
      const times = { nextRunAt: next(fields.cron), updatedAt: clock.now() }
      const changed = put(call.server, { ...schedule, ...fields, ...times, isProcessing })
      call.record('server:schedule.update', { name: fields.name, active: fields.isActive })
      return shown(changed)
    }),
    onSchedule('POST', `${one}/execute`, 'schedule.update', (call, schedule) => {
      const refused = process(call.server, schedule, true)
      if (refused !== null) return refused
      call.record('server:schedule.execute', { name: schedule.name })
      return json([], 202)
    }),
    onSchedule('DELETE', one, 'schedule.delete', (call, schedule) => {
      table.remove(call.server, schedule)
      arm()
      call.record('server:schedule.delete', { name: schedule.name })
    }),
    onSchedule('POST', tasks, 'schedule.update', (call, schedule) => {
      const { fields, place } = readTask(call)
      if (schedule.tasks.length >= taskLimit) {
        refuse(problem(400, 'ServiceLimitExceededException', tooManyTasks(taskLimit)))
      }
      const made = newTask(fields)
      recordTask(call, 'create', schedule, fields)
      return shownTask(putTask(call.server, schedule, made, place), made)
    }),
    onSchedule('POST', `${tasks}/:task`, 'schedule.update', (call, schedule) => {
      const old = taskOf(call, schedule)
      const { fields, place } = readTask(call)
      // What it was before is what a panel notes (seen).
      recordTask(call, 'update', schedule, old)
      const changed = { ...old, ...fields, updatedAt: clock.now() }
      return shownTask(putTask(call.server, schedule, changed, place ?? schedule.tasks.indexOf(old) + 1), changed)
    }),
    onSchedule(
      'DELETE',
      `${tasks}/:task`,
      dialect === 'pelican' ? 'schedule.delete' : 'schedule.update',
      (call, schedule) => {
        const gone = taskOf(call, schedule)
        put(call.server, { ...schedule, tasks: schedule.tasks.filter((task) => task !== gone) })
        call.record('server:task.delete', { name: schedule.name })
      },
    ),
  ]
  return {
    rows,
    /** Sets how many tasks a schedule may get, as the panel's administrator does. */
    setTaskLimit(tasks: number) {
      taskLimit = tasks
    },
    /** Gives the server a schedule with its tasks; returns its id. */
    addWhole(server: LiveServer, fields: ScheduleFields, tasks: readonly TaskFields[]): number {
      return put(server, { ...create(server, fields), tasks: tasks.map(newTask) }).id
    },
    dispose() {
      cancelTick()
      queue.cancelAll()
    },
  }
}
