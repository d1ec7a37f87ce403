import type { HandedFinding, HandedPart } from '../../shared/model/handed.ts'
import {
  editOf,
  isSameEdit,
  longestTaskPayload,
  type PanelSchedule,
  type PanelTask,
  type PanelTaskEdit,
} from '../../shared/model/panel-schedule.ts'
import { editableOf } from '../panel/foreign-text.ts'

/** What is read of a written payload: made safe to show, as all that panels tell. */
const readBack = (payload: string): string => editableOf(payload, longestTaskPayload, (text) => text).text

const isTask = (task: PanelTask, written: PanelTaskEdit): boolean =>
  task.action === written.action &&
  task.payload === readBack(written.payload) &&
  task.offsetSeconds === written.offsetSeconds &&
  task.continuesOnFailure === written.continuesOnFailure

/** True where the panel's tasks are those that were written, as far as that came. */
const hasOnly = ({ tasks }: PanelSchedule, written: readonly PanelTaskEdit[]): boolean =>
  tasks.length <= written.length &&
  tasks.every((task, i) => {
    const other = written[i]
    return other !== undefined && isTask(task, other)
  })

const isSameWhen = (schedule: PanelSchedule, { edit }: HandedPart): boolean =>
  isSameEdit({ ...editOf(schedule), isActive: true }, { ...edit, isActive: true })

/** True where a schedule stands on the panel as it was written, whole, whether it is switched on or not. */
export const isWhole = (schedule: PanelSchedule, part: HandedPart): boolean =>
  isSameWhen(schedule, part) && hasOnly(schedule, part.tasks) && schedule.tasks.length === part.tasks.length

/**
 * True where nobody but the app made the schedule what it is: such a one may be deleted. While it is written, its times
 * may not be the last ones, and tasks may be missing.
 */
export function isOwn(schedule: PanelSchedule, part: HandedPart): boolean {
  if (part.stage === 'written' || part.stage === 'on') return isWhole(schedule, part)
  const isKnown = part.panelId === schedule.id && schedule.name === part.edit.name
  return hasOnly(schedule, part.tasks) && (isKnown || isSameWhen(schedule, part))
}

/**
 * The panel's schedule of a part. One whose id was never told is new there since, and as it was written.
 */
export function findPart(schedules: readonly PanelSchedule[], part: HandedPart): PanelSchedule | undefined {
  if (part.panelId !== null) return schedules.find(({ id }) => id === part.panelId)
  return schedules.find((schedule) => !part.before.includes(schedule.id) && isOwn(schedule, part))
}

/** What a panel says of a part. */
export function findingOf(schedule: PanelSchedule | undefined, part: HandedPart): Exclude<HandedFinding, 'unread'> {
  if (schedule === undefined) return 'gone'
  if (!isWhole(schedule, part)) return 'changed'
  return schedule.isActive ? 'same' : 'paused'
}
