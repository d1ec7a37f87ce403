/** A schedule of the panel itself, which runs whether this computer is on or not. */

/** Its five fields, as the panel keeps them; any text that cron takes. */
export type PanelCron = {
  minute: string
  hour: string
  dayOfMonth: string
  month: string
  dayOfWeek: string
}

/** What a task can do; `delete_files` on Pelican only. */
export const panelTaskActions = ['command', 'power', 'backup', 'delete_files'] as const
export type PanelTaskAction = (typeof panelTaskActions)[number]

export type PanelTask = {
  id: number
  /** Its place in the order, from 1. */
  sequence: number
  /** One of `panelTaskActions`, or a word of a newer panel, safe to show. */
  action: string
  /** The command, the power signal, or the files to leave out; safe to show. */
  payload: string
  /** Something of the payload is left out: it is too long, or has characters that can't be shown. */
  isCut?: true | undefined
  /** How long after the task before it has ended, in seconds. */
  offsetSeconds: number
  isQueued: boolean
  /** Goes on with the next task although this one failed; the panel means only a machine that it can't reach. */
  continuesOnFailure: boolean
}

/** Times are unix milliseconds. */
export type PanelSchedule = {
  id: number
  /** The panel's words, safe to show. */
  name: string
  cron: PanelCron
  isActive: boolean
  isProcessing: boolean
  onlyWhenOnline: boolean
  lastRunAt: number | null
  /** As the panel tells it; never computed here (the panel's API, part 2, *Time zone*). */
  nextRunAt: number | null
  /** The zone that the panel told the next run in, in minutes east of UTC; null where there is no next run. */
  zoneMinutes: number | null
  /** When it was changed last, or began to run. */
  updatedAt: number | null
  /** In the order of their `sequence`. */
  tasks: PanelTask[]
}

/** The schedules of a server, as far as they were read. */
export type PanelScheduleList = {
  schedules: PanelSchedule[]
  /** Entries that could not be read, and those beyond what is read of a list. */
  leftOut: number
}

/** What a panel may keep an account from doing with schedules, in its own names. Tasks are a part of updating. */
export const panelScheduleActs = ['create', 'update', 'delete', 'delete-task'] as const
export type PanelScheduleAct = (typeof panelScheduleActs)[number]

/**
 * The acts that an account may not do. Deleting a task has no right of its own: one kind of panel takes it for a change of
 * the schedule, the other (`isPelican`) for a deletion.
 * @param permits whether the account has a right, by the panel's own name
 */
export function deniedScheduleActs(permits: (name: string) => boolean, isPelican: boolean): PanelScheduleAct[] {
  const names = {
    create: 'schedule.create',
    update: 'schedule.update',
    delete: 'schedule.delete',
    'delete-task': isPelican ? 'schedule.delete' : 'schedule.update',
  } as const
  return panelScheduleActs.filter((act) => !permits(names[act]))
}

/** The schedules of a server, with what the key's account may not do with them by the panel's own word. */
export type PanelSchedulesOfServer = PanelScheduleList & { denied: PanelScheduleAct[] }

/** What a person sets of a schedule. An update sends all of it: what is left out, the panel resets. */
export type PanelScheduleEdit = Pick<PanelSchedule, 'name' | 'cron' | 'isActive' | 'onlyWhenOnline'>

/**
 * What became of a change to a schedule that somebody else may have changed since the person looked at it. `meanwhile` is
 * the schedule as it is by now, where it is not what was looked at: then nothing was sent. Null after the change.
 */
export type PanelScheduleChange = { meanwhile: PanelSchedule | null }

/** What a person sets of a task; all of it is sent with every change. */
export type PanelTaskEdit = {
  action: PanelTaskAction
  payload: string
  offsetSeconds: number
  continuesOnFailure: boolean
}

/** Maximum number of schedules that are read of a server; panels name no limit. */
export const maxPanelSchedules = 200
/** Maximum number of characters of what a task does, as far as it is read and sent. */
export const longestTaskPayload = 10_000
/** Maximum number of tasks of a schedule, as panels have it (`*_PER_SCHEDULE_TASK_LIMIT`). */
export const maxPanelTasks = 10
/** Maximum number of seconds between a task and the one before it. */
export const longestTaskOffsetSeconds = 900

/** The edit that leaves a schedule as it is. */
export function editOf({ name, cron, isActive, onlyWhenOnline }: PanelSchedule): PanelScheduleEdit {
  return { name, cron, isActive, onlyWhenOnline }
}

/** The five fields as people write them, in a line. */
export const cronText = ({ minute, hour, dayOfMonth, month, dayOfWeek }: PanelCron): string =>
  [minute, hour, dayOfMonth, month, dayOfWeek].join(' ')

const cronField = /^[\dA-Za-z*,/?#-]{1,100}$/

/** True for a text of the characters that a field of cron is made of; whether it makes sense, the panel judges. */
export const isCronField = (text: string): boolean => cronField.test(text)

/** True where two edits set the same. */
export function isSameEdit(a: PanelScheduleEdit, b: PanelScheduleEdit): boolean {
  const isSame = a.name === b.name && a.isActive === b.isActive && a.onlyWhenOnline === b.onlyWhenOnline
  return isSame && cronText(a.cron) === cronText(b.cron)
}

const taskFields = ['id', 'sequence', 'action', 'payload', 'offsetSeconds', 'continuesOnFailure'] as const

/** True where two readings of a task tell the same; whether it waits for its turn is no part of it. */
export const isSameTask = (a: PanelTask, b: PanelTask): boolean => taskFields.every((field) => a[field] === b[field])

/** How much longer than its offsets a run may last before it counts as stuck, in milliseconds. */
const stuckAfterMs = 15 * 60_000

/**
 * True where a schedule is said to run for much longer than its tasks take: the panel's queue worker does not run, and
 * pausing and resuming the schedule resets it. A panel tells no begin of a run; marking the run changes `updatedAt`.
 * @param now unix milliseconds
 */
export function isStuck({ isProcessing, updatedAt, tasks }: PanelSchedule, now: number): boolean {
  if (!isProcessing || updatedAt === null) return false
  const offsetsMs = tasks.reduce((sum, { offsetSeconds }) => sum + offsetSeconds * 1_000, 0)
  return now - updatedAt > offsetsMs + stuckAfterMs
}
