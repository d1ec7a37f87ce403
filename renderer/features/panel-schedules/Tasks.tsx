import type { PanelSchedule, PanelTask } from '../../../shared/panel-schedules/contract.ts'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { stopped } from '../../parts/area/stopped.ts'
import { Button } from '../../ui/Button.tsx'
import { offsetText, taskText } from './schedule-text.ts'
import { taskEditOf } from './TaskDialog.tsx'
import styles from './Tasks.module.css'

export type TaskActs = {
  readonly addTask: (schedule: PanelSchedule) => void
  readonly editTask: (schedule: PanelSchedule, task: PanelTask) => void
  /** @param by -1 towards the first, 1 towards the last */
  readonly moveTask: (schedule: PanelSchedule, task: PanelTask, by: number) => void
  readonly removeTask: (schedule: PanelSchedule, task: PanelTask) => void
}

type TasksProps = {
  schedule: PanelSchedule
  /** Why the panel lets no task be changed; null where it does. */
  stop: string | null
  /** The same of their deletion, which may want another right. */
  deleteStop: string | null
  on: TaskActs
}

/** What a schedule does, in its order. */
export function Tasks({ schedule, stop, deleteStop, on }: TasksProps) {
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
              <span className={styles.what} data-cut title={code}>
                {words} {code !== '' && <code>{code}</code>}
              </span>
              {task.isQueued && <small>waits for its turn</small>}
              {task.continuesOnFailure && <small>goes on if it fails</small>}
              <RowMenu
                name={`task ${i + 1} of ${name}`}
                groups={[
                  [
                    {
                      label: 'Edit…',
                      why: stop ?? (taskEditOf(task) === null ? 'only in the panel' : null),
                      onClick: () => on.editTask(schedule, task),
                    },
                    {
                      label: 'Move up',
                      why: stop ?? (i === 0 ? 'it is first' : null),
                      onClick: () => on.moveTask(schedule, task, -1),
                    },
                    {
                      label: 'Move down',
                      why: stop ?? (i === tasks.length - 1 ? 'it is last' : null),
                      onClick: () => on.moveTask(schedule, task, 1),
                    },
                  ],
                  [{ label: 'Delete…', why: deleteStop, bad: true, onClick: () => on.removeTask(schedule, task) }],
                ]}
              />
            </li>
          )
        })}
      </ol>
      <p className={styles.add}>
        <Button {...stopped(stop)} onClick={() => stop === null && on.addTask(schedule)}>
          Add a task…
        </Button>
        {tasks.length === 0 && <span>Without tasks it does nothing.</span>}
      </p>
    </>
  )
}
