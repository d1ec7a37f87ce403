import { useShallow } from 'zustand/react/shallow'
import type { HandedView } from '../../../shared/model/handed.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ScheduleView } from '../../../shared/model/restart.ts'
import { maxSchedules } from '../../../shared/model/restart-choices.ts'
import { AreaGroup } from '../../parts/area/AreaGroup.tsx'
import { AreaLines, AreaRows } from '../../parts/area/AreaRows.tsx'
import { useAppState, useClient, useNow, useRunOnce, useServerNames } from '../../state/hooks.ts'
import { MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { handedState, whyNotHandOver } from './handover-words.ts'
import styles from './PlannedRows.module.css'
import { lastText, rowLast, rowName, rowNext, rowRule, rowState, rowTimes, wentWrong } from './schedule-words.ts'
import { type Asked, usePlanned } from './use-planned.tsx'

const columns = [
  { name: 'Times and warnings' },
  { name: 'Next and last run', holds: 'state' },
  { name: 'State', holds: 'amount' },
  { name: 'Actions', holds: 'menu' },
] as const

type Ask = (asked: Asked) => void

/** The names of the servers that a planned restart restarts as well. */
function useOthers(refs: readonly ServerRef[], own: ServerRef): readonly string[] {
  const nameOf = useServerNames()
  return refs.filter((ref) => ref !== own).map((ref) => nameOf(ref))
}

type FirstProps = { schedule: Pick<ScheduleView, 'days' | 'time' | 'timeZone'>; more: string }

function First({ schedule, more }: FirstProps) {
  const times = rowTimes(schedule)
  return (
    <th scope="row">
      <span className={styles.name}>
        <AreaLines>
          <span title={times}>{times}</span>
          <small title={more}>{more}</small>
        </AreaLines>
      </span>
    </th>
  )
}

type RowProps<T> = { of: T; serverRef: ServerRef; now: number; onAsk: Ask }

/** One that this computer runs. */
function HereRow({ of: schedule, serverRef, now, onAsk }: RowProps<ScheduleView>) {
  const { bridge } = useClient()
  const run = useRunOnce()
  const { id, enabled, lastRun } = schedule
  const stop = useAppState((state) => whyNotHandOver(state, schedule, now))
  const { words, tone } = rowState(schedule)
  const last = rowLast(lastRun, now)
  const others = useOthers(schedule.refs, serverRef)
  const asks = (kind: 'edit' | 'hand-over' | 'remove') => () => onAsk({ kind, schedule })
  return (
    <tr>
      <First schedule={schedule} more={rowRule(schedule, others)} />
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
          <MenuItem onClick={() => void run(() => bridge.call['schedules:setEnabled']({ id, enabled: !enabled }))}>
            {enabled ? 'Pause' : 'Resume'}
          </MenuItem>
          <MenuItem onClick={asks('edit')}>Edit…</MenuItem>
          <MenuItem reason={stop} onClick={asks('hand-over')}>
            Hand to the panel…
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

/** One that the panel runs, or that is on its way there or back; its schedules there stand in the panel's list. */
function HandedRow({ of: handed, serverRef, onAsk }: Omit<RowProps<HandedView>, 'now'>) {
  const { schedule, isBusy } = handed
  const others = useOthers(
    handed.parts.map(({ ref }) => ref),
    serverRef,
  )
  const { text, hint, words, tone } = handedState(handed, serverRef)
  const stop = isBusy ? 'it is on its way' : null
  return (
    <tr>
      <First schedule={schedule} more={rowRule(schedule, others)} />
      <td title={`${text} ${hint}`.trim()}>{text}</td>
      <td data-tone={tone}>{words}</td>
      <td>
        <MenuButton icon="more" label={`More for ${rowName(schedule, others)}`}>
          <MenuItem reason={stop} onClick={() => onAsk({ kind: 'take-back', handed })}>
            Take back…
          </MenuItem>
          <MenuLine />
          <MenuItem bad reason={stop} onClick={() => onAsk({ kind: 'forget', handed })}>
            Forget the panel’s schedule…
          </MenuItem>
        </MenuButton>
      </td>
    </tr>
  )
}

/** The restarts of one server that this app has planned, with those that it handed to the panel. */
export function PlannedRows({ serverRef }: { serverRef: ServerRef }) {
  const { view } = useClient()
  const now = useNow(15_000)
  const planned = usePlanned()
  const handovers = useAppState((state) => state.handovers)
  const here = useAppState(
    useShallow((state) => Object.values(state.schedules).filter(({ refs }) => refs.includes(serverRef))),
  )
  const isFull = useAppState((state) => Object.keys(state.schedules).length >= maxSchedules)
  const known = new Set(here.map(({ id }) => id))
  const lost = Object.values(handovers).filter(
    ({ id, parts }) => !known.has(id) && parts.some(({ ref }) => ref === serverRef),
  )
  const row = { serverRef, now, onAsk: planned.ask }
  const handedRow = (handed: HandedView) => <HandedRow key={handed.id} of={handed} {...row} />
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
      {here.length + lost.length > 0 && (
        <AreaRows label="Planned restarts on this computer" columns={columns}>
          {here.map((schedule) => {
            const handed = handovers[schedule.id]
            return handed === undefined ? <HereRow key={schedule.id} of={schedule} {...row} /> : handedRow(handed)
          })}
          {lost.map(handedRow)}
        </AreaRows>
      )}
      {planned.dialog}
    </>
  )
}
