import type { PanelSchedule, PanelScheduleAct, PanelTask } from '../../../shared/panel-schedules/contract.ts'
import { whyDenied } from '../../parts/area/area-words.ts'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { stopped } from '../../parts/area/stopped.ts'
import { Button } from '../../ui/Button.tsx'
import { badAct, menuAct } from '../../ui/menu-acts.ts'
import styles from './PanelSchedules.module.css'
import { offsetText, taskText } from './schedule-text.ts'
import { taskEditOf } from './TaskDialog.tsx'
import type { ScheduleActs } from './use-schedules.tsx'

type TasksProps = { schedule: PanelSchedule; denied: readonly PanelScheduleAct[]; on: ScheduleActs }

const whyNotHere = (task: PanelTask) => (taskEditOf(task) === null ? 'only in the panel' : null)

/** What a schedule does, in its order. */
export function Tasks({ schedule, denied, on }: TasksProps) {
  const { tasks, name } = schedule
  const stop = whyDenied('update', denied)
  return (
    <>
      <ol className={styles.tasks} aria-label={`Tasks of ${name}`}>
        {tasks.map((task, i) => {
          const { words, code } = taskText(task)
          const isLast = i === tasks.length - 1
          const moveTo = (other: PanelTask | undefined) => () => on.moveTask(schedule, task, other)
          return (
            <li key={task.id} data-flex="s3">
              <span className={styles.offset}>{offsetText(task, i === 0)}</span>
              <span className={styles.what} data-fill data-cut title={code}>
                {words} {code !== '' && <code>{code}</code>}
              </span>
              {task.isQueued && <small>waits for its turn</small>}
              {task.continuesOnFailure && <small>goes on if it fails</small>}
              <RowMenu
                name={`task ${i + 1} of ${name}`}
                groups={[
                  [
                    menuAct('Edit…', stop ?? whyNotHere(task), () => on.editTask(schedule, task)),
                    menuAct('Move up', stop ?? (i === 0 ? 'it is first' : null), moveTo(tasks[i - 1])),
                    menuAct('Move down', stop ?? (isLast ? 'it is last' : null), moveTo(tasks[i + 1])),
                  ],
                  [badAct('Delete…', whyDenied('delete-task', denied), () => on.removeTask(schedule, task))],
                ]}
              />
            </li>
          )
        })}
      </ol>
      <p data-flex="s3" data-text="faint">
        <Button {...stopped(stop)} onClick={() => stop === null && on.editTask(schedule, null)}>
          Add a task…
        </Button>
        {tasks.length === 0 && <span>Without tasks it does nothing.</span>}
      </p>
    </>
  )
}
