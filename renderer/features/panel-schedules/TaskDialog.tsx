import { powerSignals } from '../../../shared/model/power.ts'
import { capitalised } from '../../../shared/model/text.ts'
import type {
  PanelSchedule,
  PanelTask,
  PanelTaskAction,
  PanelTaskEdit,
} from '../../../shared/panel-schedules/contract.ts'
import {
  longestTaskOffsetSeconds,
  longestTaskPayload,
  panelTaskActions,
} from '../../../shared/panel-schedules/panel-schedules.ts'
import { EditDialog, type EditWays, useEdit } from '../../parts/area/EditDialog.tsx'
import { Tick } from '../../ui/Choice.tsx'
import controlStyles from '../../ui/controls.module.css'
import { Field, LinesField } from '../../ui/Field.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { taskDifferences } from './schedule-text.ts'

const actionLabels: Readonly<Record<PanelTaskAction, string>> = {
  command: 'Console command',
  power: 'Power',
  backup: 'Backup',
  delete_files: 'Delete files',
}

const newTask: PanelTaskEdit = { action: 'command', payload: '', offsetSeconds: 0, continuesOnFailure: false }

/**
 * What can be set of a task; null for one that does what only a newer panel knows, or of which the form would lose a part:
 * a field for a command has one line.
 */
export function taskEditOf(task: PanelTask): PanelTaskEdit | null {
  const { action, payload, isCut, offsetSeconds, continuesOnFailure } = task
  const known = panelTaskActions.find((one) => one === action)
  const isLost = isCut || (action === 'command' && payload.includes('\n'))
  return known === undefined || isLost ? null : { action: known, payload, offsetSeconds, continuesOnFailure }
}

type PayloadProps = { edit: PanelTaskEdit; onPayload: (payload: string) => void }

/** The field for what a task does: a command, a signal or names of files. */
function Payload({ edit: { action, payload }, onPayload }: PayloadProps) {
  if (action === 'power')
    return (
      <Pills
        legend="Signal"
        options={powerSignals.map((value) => ({ value, label: capitalised(value) }))}
        value={powerSignals.find((signal) => signal === payload) ?? 'restart'}
        onChange={onPayload}
      />
    )
  const field = {
    mono: true,
    maxLength: longestTaskPayload,
    value: payload,
    fault: action !== 'backup' && payload.trim() === '' ? 'Type what it is to do.' : null,
    onChange: (event: { target: { value: string } }) => onPayload(event.target.value),
  }
  if (action === 'command')
    return <Field label="Command" help="It fails where the server is offline at its time." {...field} />
  const label = `Files to ${action === 'backup' ? 'leave out' : 'delete'}, one in each line`
  return <LinesField label={label} spellCheck={false} {...field} />
}

type TaskDialogProps = EditWays<PanelTask | null, PanelTaskEdit> & {
  schedule: PanelSchedule
  /** Null for a new one, after the others. */
  task: PanelTask | null
  isPelican: boolean
}

/** The form for a task of a schedule of the panel. */
export function TaskDialog({ schedule, task, isPelican, ...ways }: TaskDialogProps) {
  const form = useEdit({ ...ways, of: task, edit: (task && taskEditOf(task)) ?? newTask, editOf: taskEditOf })
  const { edit, set } = form
  const isFirst = task === null ? schedule.tasks.length === 0 : task.id === schedule.tasks[0]?.id
  const actions = panelTaskActions.filter((action) => action !== 'delete_files' || task?.action === action)
  return (
    <EditDialog
      title={task === null ? `Add a task to “${schedule.name}”` : 'Edit task'}
      what="task"
      form={form}
      submit={task === null ? 'Add' : 'Save'}
      differences={(seen) => taskDifferences(seen, edit)}
    >
      <Pills
        legend="Does"
        options={actions.map((value) => ({ value, label: actionLabels[value] }))}
        value={edit.action}
        onChange={(action) => set({ action, payload: action === 'power' ? 'restart' : '' })}
      />
      <Payload edit={edit} onPayload={(payload) => set({ payload })} />
      <p className={controlStyles.sentence}>
        <NumberInput
          label="Seconds after the task before"
          min={0}
          max={longestTaskOffsetSeconds}
          value={edit.offsetSeconds}
          onChange={(offsetSeconds) => set({ offsetSeconds })}
        />{' '}
        {isFirst
          ? 'seconds after its time; at once where it is run by hand'
          : 'seconds after the task before has ended'}
      </p>
      <Tick
        label={isPelican ? 'Go on if the server’s machine can’t be reached' : 'Go on if this task fails'}
        checked={edit.continuesOnFailure}
        onChange={(continuesOnFailure) => set({ continuesOnFailure })}
      />
    </EditDialog>
  )
}
