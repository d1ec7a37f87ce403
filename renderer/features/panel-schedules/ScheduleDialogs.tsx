import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PanelSchedule, PanelTask } from '../../../shared/model/panel-schedule.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { taskText } from './schedule-text.ts'
import { TaskDialog, taskEditOf } from './TaskDialog.tsx'

/** What is asked in a dialog. */
export type ScheduleAsked =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove'; readonly schedule: PanelSchedule }
  | { readonly kind: 'task'; readonly schedule: PanelSchedule; readonly task: PanelTask | null }
  | { readonly kind: 'remove-task'; readonly schedule: PanelSchedule; readonly task: PanelTask }

type ScheduleDialogsProps = {
  serverRef: ServerRef
  asked: ScheduleAsked
  /** What is said of the time zone; null where nothing is. */
  zone: string | null
  /** A schedule was saved, or something of it; null where its id is not known. */
  onDone: (id: number | null) => void
  onRemove: (schedule: PanelSchedule) => void
  onRemoveTask: (schedule: PanelSchedule, task: PanelTask) => void
  onClose: () => void
}

/** The dialog that is open over the panel's schedules. */
export function ScheduleDialogs(props: ScheduleDialogsProps) {
  const { serverRef: ref, asked, zone, onDone, onRemove, onRemoveTask, onClose } = props
  switch (asked.kind) {
    case 'new':
      return <ScheduleDialog serverRef={ref} schedule={null} zone={zone} onDone={onDone} onClose={onClose} />
    case 'edit':
      return <ScheduleDialog serverRef={ref} schedule={asked.schedule} zone={zone} onDone={onDone} onClose={onClose} />
    case 'task':
      return (
        <TaskDialog
          serverRef={ref}
          schedule={asked.schedule}
          task={asked.task}
          before={asked.task && taskEditOf(asked.task)}
          onDone={() => onDone(asked.schedule.id)}
          onClose={onClose}
        />
      )
    case 'remove':
      return (
        <Question
          title={`Delete “${asked.schedule.name}”?`}
          text="The panel deletes it with its tasks. It can’t be brought back."
          yes="Delete schedule"
          look="bad"
          onYes={() => onRemove(asked.schedule)}
          onClose={onClose}
        />
      )
    case 'remove-task':
      return (
        <Question
          title="Delete this task?"
          text={`${Object.values(taskText(asked.task)).join(' ').trim()}. The others move up.`}
          yes="Delete task"
          look="bad"
          onYes={() => onRemoveTask(asked.schedule, asked.task)}
          onClose={onClose}
        />
      )
  }
}
