import { useState } from 'react'
import { panelOf, type ServerRef } from '../../../shared/model/identifier.ts'
import {
  longestTaskOffsetSeconds,
  type PanelSchedule,
  type PanelTask,
  type PanelTaskAction,
  type PanelTaskEdit,
  panelTaskActions,
} from '../../../shared/model/panel-schedule.ts'
import { fail, ok } from '../../../shared/result.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { Meanwhile } from '../../parts/area/Meanwhile.tsx'
import { useSeen } from '../../parts/area/use-seen.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
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

const deletedMeanwhile = {
  message: 'Somebody deleted this task meanwhile, so nothing was saved.',
  hint: 'Close this, and look at the schedule as it is now.',
}

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
  serverRef: ServerRef
  schedule: PanelSchedule
  /** Null for a new one, after the others. */
  task: PanelTask | null
  /** What it is before it is edited; null for a new one. */
  before: PanelTaskEdit | null
  onDone: () => void
  onClose: () => void
}

/** The form for a task of a schedule of the panel. */
export function TaskDialog({ serverRef: ref, schedule, task, before, onDone, onClose }: TaskDialogProps) {
  const { call } = useClient().bridge
  const isPelican = useAppState((state) => state.panels[panelOf(ref)]?.isPelican ?? false)
  const { id } = schedule
  const { seen, isOld, onMeanwhile, onTaken } = useSeen(task)
  const [isTried, setTried] = useState(false)
  const [edit, setEdit] = useState(before ?? newTask)
  const isFirst = task === null ? schedule.tasks.length === 0 : task.id === schedule.tasks[0]?.id
  const isEmpty = edit.action !== 'backup' && edit.payload.trim() === ''
  const actions = panelTaskActions.filter((action) => action !== 'delete_files' || before?.action === action)

  const save = useTask(async () => {
    if (seen === null) {
      const added = await call('panelSchedules:addTask', { ref, id, edit })
      if (!added.ok) return added
      onDone()
      return ok(null)
    }
    const changed = await call('panelSchedules:changeTask', { ref, id, seen, edit })
    if (!changed.ok) return changed
    const { meanwhile } = changed.value
    const now = meanwhile?.tasks.find((one) => one.id === seen.id)
    if (meanwhile === null) onDone()
    else if (now === undefined) return fail('state-changed', deletedMeanwhile)
    else onMeanwhile(now)
    return ok(null)
  })
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
                if (theirs === null) return onDone()
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
