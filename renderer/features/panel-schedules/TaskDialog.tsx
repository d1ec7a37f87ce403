import { useState } from 'react'
import type {
  PanelSchedule,
  PanelTask,
  PanelTaskAction,
  PanelTaskEdit,
} from '../../../shared/panel-schedules/contract.ts'
import { longestTaskOffsetSeconds, panelTaskActions } from '../../../shared/panel-schedules/panel-schedules.ts'
import type { Result } from '../../../shared/result.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { Meanwhile } from '../../parts/area/Meanwhile.tsx'
import { useSeen } from '../../parts/area/use-seen.ts'
import controlStyles from '../../ui/controls.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { useTask } from '../../ui/use-task.ts'
import { taskDifferences } from './schedule-text.ts'
import styles from './TaskDialog.module.css'
import { TaskPayload } from './TaskPayload.tsx'

const actionLabels: Readonly<Record<PanelTaskAction, string>> = {
  command: 'Console command',
  power: 'Power',
  backup: 'Backup',
  delete_files: 'Delete files',
}

/** What each action begins with. */
const firstPayload: Readonly<Record<PanelTaskAction, string>> = {
  command: '',
  power: 'restart',
  backup: '',
  delete_files: '',
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

type TaskDialogProps = {
  schedule: PanelSchedule
  /** Null for a new one, after the others. */
  task: PanelTask | null
  isPelican: boolean
  /** `seen` is the task as it was told last; `onMeanwhile` is told how somebody else changed it. */
  send: (
    change: { readonly seen: PanelTask | null; readonly edit: PanelTaskEdit },
    onMeanwhile: (now: PanelTask) => void,
  ) => Promise<Result<null>>
  onClose: () => void
}

/** The form for a task of a schedule of the panel. */
export function TaskDialog({ schedule, task, isPelican, send, onClose }: TaskDialogProps) {
  const before = task && taskEditOf(task)
  const { seen, isOld, onMeanwhile, onTaken } = useSeen(task)
  const [isTried, setTried] = useState(false)
  const [edit, setEdit] = useState(before ?? newTask)
  const isFirst = task === null ? schedule.tasks.length === 0 : task.id === schedule.tasks[0]?.id
  const isEmpty = edit.action !== 'backup' && edit.payload.trim() === ''
  const actions = panelTaskActions.filter((action) => action !== 'delete_files' || before?.action === action)

  const save = useTask(() => send({ seen, edit }, onMeanwhile))
  const theirs = seen === null ? null : taskEditOf(seen)

  return (
    <Modal title={task === null ? `Add a task to “${schedule.name}”` : 'Edit task'} onClose={onClose}>
      <Form
        isTall
        onSubmit={() => {
          setTried(true)
          if (!isEmpty) save.start()
        }}
      >
        <Pills
          legend="Does"
          options={actions.map((value) => ({ value, label: actionLabels[value] }))}
          value={edit.action}
          onChange={(action) => setEdit({ ...edit, action, payload: firstPayload[action] })}
        />
        <TaskPayload
          edit={edit}
          onPayload={(payload) => setEdit({ ...edit, payload })}
          error={isTried && isEmpty ? 'Type what it is to do.' : null}
        />
        <p className={styles.line}>
          <NumberInput
            label="Seconds after the task before"
            min={0}
            max={longestTaskOffsetSeconds}
            value={edit.offsetSeconds}
            onChange={(offsetSeconds) => setEdit({ ...edit, offsetSeconds })}
          />{' '}
          {isFirst
            ? 'seconds after its time; at once where it is run by hand'
            : 'seconds after the task before has ended'}
        </p>
        <label className={controlStyles.tick}>
          <input
            type="checkbox"
            checked={edit.continuesOnFailure}
            onChange={(event) => setEdit({ ...edit, continuesOnFailure: event.target.checked })}
          />
          <span>{isPelican ? 'Go on if the server’s machine can’t be reached' : 'Go on if this task fails'}</span>
        </label>
        <FormEnd
          submit={task === null ? 'Add' : 'Save'}
          isDisabled={save.busy}
          error={save.error && toldOf(save.error)}
          onCancel={onClose}
        >
          {isOld && seen !== null && (
            <Meanwhile
              what="task"
              differences={taskDifferences(seen, edit)}
              onTheirs={() => {
                if (theirs === null) return onClose()
                setEdit(theirs)
                onTaken()
              }}
            />
          )}
        </FormEnd>
      </Form>
    </Modal>
  )
}
