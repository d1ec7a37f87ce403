import { useShallow } from 'zustand/react/shallow'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { useAppState } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Toggle } from '../../ui/Choice.tsx'
import { Mark } from '../../ui/Icon.tsx'
import pageStyles from '../../ui/Page.module.css'
import { lastText, namesText, nextText, rulesText, timesText, wentWrong } from './schedule-words.ts'
import styles from './schedules.module.css'
import { type Planned, usePlannedActs } from './use-planned.tsx'

/** One schedule: its servers, its times, and the result of the last run. */
export function ScheduleCard({ schedule, now, planned }: { schedule: ScheduleView; now: number; planned: Planned }) {
  const { refs, enabled, lastRun } = schedule
  const names = useAppState(
    useShallow((state) => refs.map((ref) => state.servers[ref]?.name ?? `${ref} (not in the list)`)),
  )
  const title = namesText(names)
  const rule = rulesText(schedule)
  const { toggle, edit, onPanel, remove } = usePlannedActs(schedule, now, planned)
  return (
    <li className={`${pageStyles.card} ${styles.schedule}`} data-paused={!enabled || undefined}>
      <div>
        <h2 data-cut title={names.join(', ')}>
          {title}
        </h2>
        <p data-text="note">{timesText(schedule)}</p>
        {rule !== '' && <p data-text="note">{rule}</p>}
        <p className={styles.next} data-text="small">
          {nextText(schedule, now)}
        </p>
        <p data-flex="gap" data-text="note" data-tone={wentWrong(lastRun) ? 'bad' : undefined}>
          {wentWrong(lastRun) && <Mark mark="bad" />}
          {lastText(lastRun)}
        </p>
      </div>
      <div className={styles.actions} data-flex="s2">
        <Toggle label={`Run for ${title}`} isOn={enabled} title={enabled ? 'Pause' : 'Resume'} onChange={toggle} />
        <Button aria-label={`Edit the planned restart of ${title}`} onClick={edit}>
          Edit
        </Button>
        <RowMenu name={`the planned restart of ${title}`} groups={[[onPanel], [remove]]} />
      </div>
    </li>
  )
}
