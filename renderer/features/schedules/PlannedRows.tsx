import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import { AreaGroup } from '../../parts/area/AreaGroup.tsx'
import { AreaLines, AreaRows } from '../../parts/area/AreaRows.tsx'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { useAppState, useClient, useNow, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { lastText, rowLast, rowName, rowNext, rowRule, rowTimes, wentWrong } from './schedule-words.ts'
import styles from './schedules.module.css'
import { AddPlanned, type Planned, usePlanned, usePlannedActs } from './use-planned.tsx'

const columns = [
  { name: 'Times and warnings' },
  { name: 'Next and last run', holds: 'state' },
  { name: 'State', holds: 'amount' },
  { name: 'Actions', holds: 'menu' },
] as const

type RowProps = { schedule: ScheduleView; serverRef: ServerRef; now: number; planned: Planned }

function PlannedRow({ schedule, serverRef, now, planned }: RowProps) {
  const { enabled, lastRun } = schedule
  const { toggle, edit, onPanel, remove } = usePlannedActs(schedule, now, planned)
  const pause = { label: enabled ? 'Pause' : 'Resume', onClick: toggle }
  const last = rowLast(lastRun, now)
  const nameOf = useServerNames()
  const others = schedule.refs.filter((ref) => ref !== serverRef).map((ref) => nameOf(ref))
  const times = rowTimes(schedule)
  const rule = rowRule(schedule, others)
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
      <td data-tone={enabled ? 'ok' : undefined}>{enabled ? 'Active' : 'Paused'}</td>
      <td>
        <RowMenu
          name={rowName(schedule, others)}
          groups={[[pause, { label: 'Edit…', onClick: edit }, onPanel], [remove]]}
        />
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
  return (
    <>
      <AreaGroup name="On this computer" more="while Servertray is open">
        <Button onClick={() => view.setState({ page: 'schedules' })}>All planned restarts</Button>
        <AddPlanned add={planned.add} chosen={[serverRef]}>
          Plan a restart…
        </AddPlanned>
      </AreaGroup>
      {planned.notice}
      {here.length > 0 && (
        <AreaRows label="Planned restarts on this computer" columns={columns}>
          {here.map((schedule) => (
            <PlannedRow key={schedule.id} schedule={schedule} serverRef={serverRef} now={now} planned={planned} />
          ))}
        </AreaRows>
      )}
      {planned.dialog}
    </>
  )
}
