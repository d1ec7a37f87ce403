import { type AccountRights, deniedActs } from '../keys/rights.ts'
import type { PanelCron, PanelSchedule, PanelScheduleAct, PanelScheduleEdit, PanelTask } from './contract.ts'

/** The five fields of cron, in their order. */
export const cronFieldNames = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const

/** What a task can do; `delete_files` on Pelican only. */
export const panelTaskActions = ['command', 'power', 'backup', 'delete_files'] as const

/** What a panel may keep an account from doing with schedules, in its own names. Tasks are a part of updating. */
export const panelScheduleActs = ['create', 'update', 'delete', 'delete-task'] as const

/**
 * The acts that an account may not do. Deleting a task has no right of its own: one kind of panel takes it for a change of
 * the schedule, the other (`isPelican`) for a deletion.
 */
export const deniedScheduleActs = (account: AccountRights, isPelican: boolean): PanelScheduleAct[] =>
  deniedActs(account, 'schedule', panelScheduleActs, { 'delete-task': isPelican ? 'delete' : 'update' })

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
export const cronText = (cron: PanelCron): string => cronFieldNames.map((name) => cron[name]).join(' ')

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
