import { useShallow } from 'zustand/react/shallow'
import type { ScheduleView } from '../../../shared/model/restart.ts'
import { useAppState, useClient, useRunOnce } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { lastText, namesText, nextText, timesText, wentWrong } from './schedule-words.ts'

type ScheduleCardProps = { schedule: ScheduleView; now: number; onEdit: () => void; onRemove: () => void }

/** One schedule: its servers, when it runs, and what came of the last time. */
export function ScheduleCard({ schedule, now, onEdit, onRemove }: ScheduleCardProps) {
  const { bridge } = useClient()
  const run = useRunOnce()
  const { id, refs, enabled, lastRun } = schedule
  const names = useAppState(
    useShallow((state) => refs.map((ref) => state.servers[ref]?.name ?? `${ref} (not in the list)`)),
  )
  const title = namesText(names)
  return (
    <li className={enabled ? 'card schedule' : 'card schedule schedule-paused'}>
      <div>
        <h2 title={names.join(', ')}>{title}</h2>
        <p>{timesText(schedule)}</p>
        <p className="schedule-next">{nextText(schedule, now)}</p>
        <p className={wentWrong(lastRun) ? 'schedule-last tone-bad' : 'schedule-last'}>
          {wentWrong(lastRun) && <Mark mark="bad" />}
          {lastText(lastRun)}
        </p>
      </div>
      <div className="schedule-actions">
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={enabled}
          aria-label={`Run for ${title}`}
          title={enabled ? 'Pause it' : 'Let it run again'}
          onClick={() => void run(() => bridge.call['schedules:setEnabled']({ id, enabled: !enabled }))}
        />
        <Button aria-label={`Edit the schedule of ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <Button aria-label={`Remove the schedule of ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
