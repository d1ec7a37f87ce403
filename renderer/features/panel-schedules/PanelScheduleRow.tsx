import { cronWords } from '../../../shared/model/cron-words.ts'
import {
  cronText,
  isStuck,
  type PanelSchedule,
  type PanelScheduleAct,
  type PanelTask,
} from '../../../shared/model/panel-schedule.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { whyDenied } from '../../parts/area/area-words.ts'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './PanelScheduleRow.module.css'
import { lastText, nextText, stateOf, stuckText } from './schedule-text.ts'
import { type TaskAct, Tasks } from './Tasks.tsx'

export type ScheduleAct = 'run' | 'active' | 'reset' | 'edit' | 'remove' | 'add-task'

type RowProps = {
  schedule: PanelSchedule
  /** What the panel does not let the account do. */
  denied: readonly PanelScheduleAct[]
  isOpen: boolean
  now: number
  onOpen: (isOpen: boolean) => void
  onAct: (act: ScheduleAct, schedule: PanelSchedule) => void
  onTask: (act: TaskAct, task: PanelTask, schedule: PanelSchedule) => void
}

/** Why it cannot be run now, in a few words; null where it can. */
function whyNotRun({ tasks, isProcessing }: PanelSchedule): string | null {
  if (tasks.length === 0) return 'no tasks'
  return isProcessing ? 'it is running' : null
}

/** What it does, and what is wrong with it, below its row. */
function Unfolded({ schedule, denied, now, onAct, onTask }: Omit<RowProps, 'isOpen' | 'onOpen'>) {
  const { cron, onlyWhenOnline } = schedule
  const stop = whyDenied('update', denied)
  const stuck = isStuck(schedule, now) ? stuckText(schedule, now) : null
  return (
    <tr>
      <td colSpan={4}>
        <div className={styles.unfolded}>
          {stuck && (
            <Notice tone="bad" {...stuck}>
              {stop === null && <Button onClick={() => onAct('reset', schedule)}>Reset</Button>}
            </Notice>
          )}
          <Tasks
            schedule={schedule}
            stop={stop}
            deleteStop={whyDenied('delete-task', denied)}
            onAdd={() => onAct('add-task', schedule)}
            onAct={(act, task) => onTask(act, task, schedule)}
          />
          <p className={styles.facts}>
            Cron <code>{cronText(cron)}</code>
            {onlyWhenOnline && ' · only while the server is online'}
          </p>
        </div>
      </td>
    </tr>
  )
}

/** One schedule of the panel: when it runs, what it is doing, and what can be done with it. */
export function PanelScheduleRow({ isOpen, onOpen, ...row }: RowProps) {
  const { schedule, denied, now, onAct } = row
  const { name, isActive, isProcessing } = schedule
  const stop = whyDenied('update', denied)
  const { words, tone } = stateOf(schedule, now)
  const does = (act: ScheduleAct) => () => onAct(act, schedule)
  const whenWords = capitalised(cronWords(schedule.cron))
  return (
    <>
      <tr>
        <th scope="row">
          <span className={styles.name}>
            <IconButton
              icon={isOpen ? 'down' : 'forward'}
              label={`Tasks of ${name}`}
              aria-expanded={isOpen}
              onClick={() => onOpen(!isOpen)}
            />
            <AreaLines>
              <span title={name}>{name}</span>
              <small title={whenWords}>{whenWords}</small>
            </AreaLines>
          </span>
        </th>
        <td>
          <AreaLines>
            <span>{nextText(schedule, now)}</span>
            <small>{lastText(schedule, now)}</small>
          </AreaLines>
        </td>
        <td data-tone={tone}>{words}</td>
        <td>
          <MenuButton icon="more" label={`More for ${name}`}>
            <MenuItem reason={stop ?? whyNotRun(schedule)} onClick={does('run')}>
              Run now
            </MenuItem>
            <MenuItem reason={stop} onClick={does('active')}>
              {isActive ? 'Pause' : 'Resume'}
            </MenuItem>
            {isProcessing && (
              <MenuItem reason={stop} note="ends this run" onClick={does('reset')}>
                Reset
              </MenuItem>
            )}
            <MenuItem reason={stop} onClick={does('edit')}>
              Edit…
            </MenuItem>
            <MenuItem reason={stop} onClick={does('add-task')}>
              Add a task…
            </MenuItem>
            <MenuLine />
            <MenuItem bad reason={whyDenied('delete', denied)} onClick={does('remove')}>
              Delete…
            </MenuItem>
          </MenuButton>
        </td>
      </tr>
      {isOpen && <Unfolded {...row} />}
    </>
  )
}
