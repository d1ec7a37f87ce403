import type { PanelSchedule, PanelTask } from '../../../shared/model/panel-schedule.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { offsetText, taskText } from './schedule-text.ts'
import { taskEditOf } from './TaskDialog.tsx'
import styles from './Tasks.module.css'

export type TaskAct = 'edit' | 'up' | 'down' | 'remove'

type TasksProps = {
  schedule: PanelSchedule
  /** Why the panel lets no task be changed; null where it does. */
  stop: string | null
  /** The same of their deletion, which may want another right. */
  deleteStop: string | null
  onAdd: () => void
  onAct: (act: TaskAct, task: PanelTask) => void
}

/** What a schedule does, in its order. */
export function Tasks({ schedule, stop, deleteStop, onAdd, onAct }: TasksProps) {
  const { tasks, name } = schedule
  return (
    <>
      <ol className={styles.tasks} aria-label={`Tasks of ${name}`}>
        {tasks.map((task, i) => {
          const { words, code } = taskText(task)
          const when = offsetText(task, i === 0)
          return (
            <li key={task.id}>
              <span className={styles.when}>{when}</span>
              <span className={styles.what} title={code}>
                {words} {code !== '' && <code>{code}</code>}
              </span>
              {task.isQueued && <small>waits for its turn</small>}
              {task.continuesOnFailure && <small>goes on if it fails</small>}
              <MenuButton icon="more" label={`More for task ${i + 1} of ${name}`}>
                <MenuItem
                  reason={stop ?? (taskEditOf(task) === null ? 'only in the panel' : null)}
                  onClick={() => onAct('edit', task)}
                >
                  Edit…
                </MenuItem>
                <MenuItem reason={stop ?? (i === 0 ? 'it is first' : null)} onClick={() => onAct('up', task)}>
                  Move up
                </MenuItem>
                <MenuItem
                  reason={stop ?? (i === tasks.length - 1 ? 'it is last' : null)}
                  onClick={() => onAct('down', task)}
                >
                  Move down
                </MenuItem>
                <MenuLine />
                <MenuItem bad reason={deleteStop} onClick={() => onAct('remove', task)}>
                  Delete…
                </MenuItem>
              </MenuButton>
            </li>
          )
        })}
      </ol>
      <p className={styles.add}>
        <Button
          {...(stop !== null && { 'aria-disabled': true, title: `${capitalised(stop)}.` })}
          onClick={() => stop === null && onAdd()}
        >
          Add a task…
        </Button>
        {tasks.length === 0 && <span>Without tasks it does nothing.</span>}
      </p>
    </>
  )
}
