import type { Clock } from '../../lib/clock.ts'
import { refusal } from '../http/envelope.ts'
import type { Reply } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTable } from '../machine/table.ts'
import type { Timers } from '../machine/timers.ts'
import { type CronFields, nextDue } from './cron.ts'
import { type Schedule, type Task, withChanged, withoutTask, withTask } from './schedule.ts'

/** What a task came to: null, or its refusal, and whether a task that goes on after a failure goes on after this one. */
export type TaskOutcome = { readonly refused: Reply; readonly canGoOn: boolean } | null

type Deps = {
  readonly clock: Clock
  /** The zone of every cron expression. */
  readonly timeZone: string
  readonly servers: () => readonly LiveServer[]
  readonly runTask: (server: LiveServer, task: Task) => TaskOutcome
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

/** The schedules of all servers, which run by the panel's clock (the panel's API, *Schedules and tasks*). */
export function createSchedules({ clock, timeZone, servers, runTask, queue }: Deps) {
  const table = createTable<number, Schedule>()
  let lastId = 0
  let lastTaskId = 0
  let taskLimit = usualTaskLimit
  let cancelTick = () => {}

  const { find, list } = table
  const next = (cron: CronFields) => nextDue(cron, timeZone, clock.now())

  function put(server: LiveServer, schedule: Schedule): Schedule {
    table.put(server, schedule)
    arm()
    return schedule
  }

  function change(server: LiveServer, id: number, changes: Partial<Schedule>) {
    const schedule = find(server, id)
    if (schedule !== null) put(server, { ...schedule, ...changes })
  }

  function markQueued(server: LiveServer, id: number, taskId: number, isQueued: boolean) {
    const tasks = find(server, id)?.tasks ?? []
    change(server, id, { tasks: tasks.map((task) => (task.id === taskId ? { ...task, isQueued } : task)) })
  }

  /** Those that may come due by themselves. */
  const waiting = () =>
    servers().flatMap((server) =>
      list(server)
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
    if (first === undefined) {
      const detail = 'Cannot process schedule for task execution: no tasks are registered.'
      return refusal.limitReached('DisplayException', detail)
    }
    const { id } = schedule
    change(server, id, { isProcessing: true, nextRunAt: next(schedule.cron) ?? schedule.nextRunAt })
    markQueued(server, id, first.id, true)
    if (schedule.onlyWhenOnline && ['offline', 'stopping'].includes(server.reportedState())) {
      return complete(server, id, first.id)
    }
    if (isManual) return run(server, id, first.id, true)
    queue.after(first.timeOffset * 1000, () => run(server, id, first.id, false))
    return null
  }

  /** Runs one task; the next one follows its offset after this one ended. */
  function run(server: LiveServer, id: number, taskId: number, isManual: boolean): Reply | null {
    const schedule = find(server, id)
    const task = schedule?.tasks.find((one) => one.id === taskId)
    if (schedule === null || task === undefined) return complete(server, id, taskId)
    const isOff = !schedule.isActive && !isManual
    if (isOff || server.conflict() !== null) return complete(server, id, taskId)
    const outcome = runTask(server, task)
    const goesOn = outcome === null || (outcome.canGoOn && task.continueOnFailure)
    const following = schedule.tasks.find(({ sequenceId }) => sequenceId > task.sequenceId)
    if (!goesOn || following === undefined) {
      complete(server, id, taskId)
      return goesOn ? null : outcome.refused
    }
    markQueued(server, id, taskId, false)
    markQueued(server, id, following.id, true)
    queue.after(following.timeOffset * 1000, () => run(server, id, following.id, isManual))
    return null
  }

  /** The end of a run, good or not: no one can tell afterwards. */
  function complete(server: LiveServer, id: number, taskId: number): null {
    markQueued(server, id, taskId, false)
    change(server, id, { isProcessing: false, lastRunAt: clock.now() })
    return null
  }

  /** Null where the expression is none. */
  function create(server: LiveServer, fields: ScheduleFields): Schedule | null {
    const nextRunAt = next(fields.cron)
    if (nextRunAt === null) return null
    lastId += 1
    const now = clock.now()
    const times = { lastRunAt: null, nextRunAt, createdAt: now, updatedAt: now }
    return put(server, { id: lastId, ...fields, ...times, isProcessing: false, tasks: [] })
  }

  function addTask(server: LiveServer, schedule: Schedule, fields: TaskFields, place: number | null): Task {
    lastTaskId += 1
    const now = clock.now()
    const task = { id: lastTaskId, ...fields, isQueued: false, createdAt: now, updatedAt: now }
    const tasks = withTask(schedule.tasks, task, place)
    put(server, { ...schedule, tasks })
    return tasks.find(({ id }) => id === task.id) ?? { ...task, sequenceId: tasks.length }
  }

  return {
    find,
    list,
    create,
    /** Replaces what a client says of a schedule. Null where the expression is none. */
    update(server: LiveServer, schedule: Schedule, fields: ScheduleFields): Schedule | null {
      const nextRunAt = next(fields.cron)
      if (nextRunAt === null) return null
      // Whoever switches it on or off also resets a run that got stuck.
      const isProcessing = schedule.isActive === fields.isActive && schedule.isProcessing
      return put(server, { ...schedule, ...fields, nextRunAt, isProcessing, updatedAt: clock.now() })
    },
    remove(server: LiveServer, schedule: Schedule) {
      table.remove(server, schedule)
      arm()
    },
    /** Runs it now, paused or not. Returns the refusal of its first task; null else. */
    execute: (server: LiveServer, schedule: Schedule): Reply | null => process(server, schedule, true),
    addTask,
    /** How many tasks a schedule may get. */
    taskLimit: () => taskLimit,
    /** Sets that, as the panel's administrator does. */
    setTaskLimit(tasks: number) {
      taskLimit = tasks
    },
    /** Gives the server a schedule with its tasks; returns its id, null where the expression is none. */
    addWhole(server: LiveServer, fields: ScheduleFields, tasks: readonly TaskFields[]): number | null {
      const schedule = create(server, fields)
      if (schedule === null) return null
      for (const task of tasks) addTask(server, find(server, schedule.id) ?? schedule, task, null)
      return schedule.id
    },
    /** Replaces what a client says of a task; without a place it keeps its own. */
    changeTask(server: LiveServer, schedule: Schedule, task: Task, fields: TaskFields, place: number | null): Task {
      const changed = { ...task, ...fields, sequenceId: place ?? task.sequenceId, updatedAt: clock.now() }
      put(server, { ...schedule, tasks: withChanged(schedule.tasks, changed) })
      return changed
    },
    removeTask(server: LiveServer, schedule: Schedule, task: Task) {
      put(server, { ...schedule, tasks: withoutTask(schedule.tasks, task) })
    },
    dispose() {
      cancelTick()
      queue.cancelAll()
    },
  }
}
