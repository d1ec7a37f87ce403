import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { maxSchedules } from '../../../shared/model/restart.ts'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import { AreaGroup } from '../../parts/area/AreaGroup.tsx'
import { AreaLines, AreaRows } from '../../parts/area/AreaRows.tsx'
import { useAppState, useClient, useNow, useRunOnce, useServerNames } from '../../state/hooks.ts'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { whyNotOnPanel } from './handover-words.ts'
import { lastText, rowLast, rowName, rowNext, rowRule, rowState, rowTimes, wentWrong } from './schedule-words.ts'
import styles from './schedules.module.css'
import { type PlannedQuestion, usePlanned } from './use-planned.tsx'

const columns = [
  { name: 'Times and warnings' },
  { name: 'Next and last run', holds: 'state' },
  { name: 'State', holds: 'amount' },
  { name: 'Actions', holds: 'menu' },
] as const

type RowProps = { schedule: ScheduleView; serverRef: ServerRef; now: number; onAsk: (asked: PlannedQuestion) => void }

function PlannedRow({ schedule, serverRef, now, onAsk }: RowProps) {
  const { bridge } = useClient()
  const run = useRunOnce()
  const { id, enabled, lastRun } = schedule
  const stop = useAppState((state) => whyNotOnPanel(state, schedule, now))
  const { words, tone } = rowState(schedule)
  const last = rowLast(lastRun, now)
  const nameOf = useServerNames()
  const others = schedule.refs.filter((ref) => ref !== serverRef).map((ref) => nameOf(ref))
  const times = rowTimes(schedule)
  const rule = rowRule(schedule, others)
  const asks = (kind: 'edit' | 'create-on-panel' | 'remove') => () => onAsk({ kind, schedule })
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>
          <AreaLines>
            <span title={times}>{times}</span>
            <small title={rule}>{rule}</small>
          </AreaLines>
        </span>
      </th>
      <td>
        <AreaLines>
          <span>{rowNext(schedule, now)}</span>
          <small title={lastText(lastRun)} data-tone={enabled && wentWrong(lastRun) ? 'bad' : undefined}>
            {last}
          </small>
        </AreaLines>
      </td>
      <td data-tone={tone}>{words}</td>
      <td>
        <MenuButton icon="more" label={`More for ${rowName(schedule, others)}`}>
          <MenuItem onClick={() => void run(() => bridge.call('schedules:setEnabled', { id, enabled: !enabled }))}>
            {enabled ? 'Pause' : 'Resume'}
          </MenuItem>
          <MenuItem onClick={asks('edit')}>Edit…</MenuItem>
          <MenuItem reason={stop} onClick={asks('create-on-panel')}>
            Create on panel…
          </MenuItem>
          <MenuLine />
          <MenuItem bad onClick={asks('remove')}>
            Remove…
          </MenuItem>
        </MenuButton>
      </td>
    </tr>
  )
}

/** The restarts of one server that this app has planned. */
export function PlannedRows({ serverRef }: { serverRef: ServerRef }) {
  const { view } = useClient()
  const now = useNow(15_000)
  const planned = usePlanned()
  const here = useAppState(
    useShallow((state) => Object.values(state.schedules).filter(({ refs }) => refs.includes(serverRef))),
  )
  const isFull = useAppState((state) => Object.keys(state.schedules).length >= maxSchedules)
  return (
    <>
      <AreaGroup name="On this computer" more="while Servertray is open">
        <Button onClick={() => view.setState({ page: 'schedules' })}>All planned restarts</Button>
        <Button
          aria-disabled={isFull}
          title={isFull ? 'The list is full. Remove some that you no longer need.' : undefined}
          onClick={() => !isFull && planned.ask({ kind: 'add', ref: serverRef })}
        >
          Plan a restart…
        </Button>
      </AreaGroup>
      {planned.notice}
      {here.length > 0 && (
        <AreaRows label="Planned restarts on this computer" columns={columns}>
          {here.map((schedule) => (
            <PlannedRow key={schedule.id} schedule={schedule} serverRef={serverRef} now={now} onAsk={planned.ask} />
          ))}
        </AreaRows>
      )}
      {planned.dialog}
    </>
  )
}
