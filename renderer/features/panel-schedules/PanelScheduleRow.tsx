import { capitalised } from '../../../shared/model/text.ts'
import type { PanelSchedule, PanelScheduleAct } from '../../../shared/panel-schedules/contract.ts'
import { cronWords } from '../../../shared/panel-schedules/cron-words.ts'
import { cronText, isStuck } from '../../../shared/panel-schedules/panel-schedules.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { whyDenied } from '../../parts/area/area-words.ts'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './PanelScheduleRow.module.css'
import { lastText, nextText, stateOf, stuckText } from './schedule-text.ts'
import { type TaskActs, Tasks } from './Tasks.tsx'

/** What can be done with a schedule and its tasks. */
export type ScheduleActs = TaskActs & {
  readonly run: (schedule: PanelSchedule) => void
  readonly setActive: (schedule: PanelSchedule, isActive: boolean) => void
  readonly reset: (schedule: PanelSchedule) => void
  readonly edit: (schedule: PanelSchedule) => void
  readonly remove: (schedule: PanelSchedule) => void
}

type RowProps = {
  schedule: PanelSchedule
  /** What the panel does not let the account do. */
  denied: readonly PanelScheduleAct[]
  isOpen: boolean
  now: number
  onOpen: (isOpen: boolean) => void
  on: ScheduleActs
}

/** Why it cannot be run now, in a few words; null where it can. */
function whyNotRun({ tasks, isProcessing }: PanelSchedule): string | null {
  if (tasks.length === 0) return 'no tasks'
  return isProcessing ? 'it is running' : null
}

/** What it does, and what is wrong with it, below its row. */
function Unfolded({ schedule, denied, now, on }: Omit<RowProps, 'isOpen' | 'onOpen'>) {
  const { cron, onlyWhenOnline } = schedule
  const stop = whyDenied('update', denied)
  const stuck = isStuck(schedule, now) ? stuckText(schedule, now) : null
  return (
    <tr>
      <td colSpan={4}>
        <div className={styles.unfolded}>
          {stuck && (
            <Notice tone="bad" {...stuck}>
              {stop === null && <Button onClick={() => on.reset(schedule)}>Reset</Button>}
            </Notice>
          )}
          <Tasks schedule={schedule} stop={stop} deleteStop={whyDenied('delete-task', denied)} on={on} />
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
  const { schedule, denied, now, on } = row
  const { name, isActive, isProcessing } = schedule
  const stop = whyDenied('update', denied)
  const { words, tone } = stateOf(schedule, now)
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
          <RowMenu
            name={name}
            groups={[
              [
                { label: 'Run now', why: stop ?? whyNotRun(schedule), onClick: () => on.run(schedule) },
                {
                  label: isActive ? 'Pause' : 'Resume',
                  why: stop,
                  onClick: () => on.setActive(schedule, !isActive),
                },
                ...(isProcessing
                  ? [{ label: 'Reset', why: stop, note: 'ends this run', onClick: () => on.reset(schedule) }]
                  : []),
                { label: 'Edit…', why: stop, onClick: () => on.edit(schedule) },
                { label: 'Add a task…', why: stop, onClick: () => on.addTask(schedule) },
              ],
              [{ label: 'Delete…', why: whyDenied('delete', denied), bad: true, onClick: () => on.remove(schedule) }],
            ]}
          />
        </td>
      </tr>
      {isOpen && <Unfolded {...row} />}
    </>
  )
}
