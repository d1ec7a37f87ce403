import { capitalised } from '../../../shared/model/text.ts'
import type { PanelSchedule, PanelScheduleAct } from '../../../shared/panel-schedules/contract.ts'
import { cronWords } from '../../../shared/panel-schedules/cron-words.ts'
import { cronText, isStuck } from '../../../shared/panel-schedules/panel-schedules.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { whyDenied } from '../../parts/area/area-words.ts'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { badAct, menuAct } from '../../ui/menu-acts.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './PanelSchedules.module.css'
import { lastText, nextText, stateOf, stuckText } from './schedule-text.ts'
import { Tasks } from './Tasks.tsx'
import type { ScheduleActs } from './use-schedules.tsx'

type RowProps = {
  schedule: PanelSchedule
  /** What the panel does not let the account do. */
  denied: readonly PanelScheduleAct[]
  isOpen: boolean
  now: number
  on: ScheduleActs
}

/** Why it cannot be run now, in a few words; null where it can. */
function whyNotRun({ tasks, isProcessing }: PanelSchedule): string | null {
  if (tasks.length === 0) return 'no tasks'
  return isProcessing ? 'it is running' : null
}

/** One schedule of the panel: when it runs, what it is doing, and what can be done with it; unfolded also what it does. */
export function PanelScheduleRow({ schedule, denied, isOpen, now, on }: RowProps) {
  const { id, name, cron, isActive, isProcessing, onlyWhenOnline } = schedule
  const stop = whyDenied('update', denied)
  const { words, tone } = stateOf(schedule, now)
  const whenWords = capitalised(cronWords(cron))
  const onReset = () => on.reset(schedule)
  return (
    <>
      <tr>
        <th scope="row">
          <span data-flex="s2">
            <IconButton
              icon={isOpen ? 'down' : 'forward'}
              label={`Tasks of ${name}`}
              aria-expanded={isOpen}
              onClick={() => on.setOpen(id, !isOpen)}
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
                menuAct('Run now', stop ?? whyNotRun(schedule), () => on.run(schedule)),
                menuAct(isActive ? 'Pause' : 'Resume', stop, () => on.setActive(schedule, !isActive)),
                ...(isProcessing ? [{ ...menuAct('Reset', stop, onReset), note: 'ends this run' }] : []),
                menuAct('Edit…', stop, () => on.edit(schedule)),
                menuAct('Add a task…', stop, () => on.editTask(schedule, null)),
              ],
              [badAct('Delete…', whyDenied('delete', denied), () => on.remove(schedule))],
            ]}
          />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4}>
            <div className={styles.unfolded} data-stack="s2">
              {isStuck(schedule, now) && (
                <Notice tone="bad" {...stuckText(schedule, now)}>
                  {stop === null && <Button onClick={onReset}>Reset</Button>}
                </Notice>
              )}
              <Tasks schedule={schedule} denied={denied} on={on} />
              <p data-text="faint">
                Cron <code>{cronText(cron)}</code>
                {onlyWhenOnline && ' · only while the server is online'}
              </p>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
