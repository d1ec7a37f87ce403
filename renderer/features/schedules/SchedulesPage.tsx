import { useShallow } from 'zustand/react/shallow'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import pageStyles from '../../ui/Page.module.css'
import { Page } from '../../ui/Page.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { panelSchedules } from './schedule-words.ts'
import styles from './schedules.module.css'
import { AddPlanned, usePlanned } from './use-planned.tsx'

/** The page of repeating restarts. */
export function SchedulesPage() {
  const schedules = useAppState(useShallow((state) => Object.values(state.schedules)))
  const planned = usePlanned()
  const now = useNow(15_000)
  const add = (
    <AddPlanned look="go" add={planned.add}>
      Add a planned restart
    </AddPlanned>
  )
  return (
    <Page
      title="Planned restarts"
      lead="Repeating restarts that warn players. They run only while Servertray is open; one that comes due while it is closed is shown as missed and not run late."
      actions={schedules.length > 0 && add}
    >
      <PanelCanDoIt />
      {planned.notice}
      {schedules.length === 0 && (
        <Empty
          title="No planned restarts"
          text="Choose servers, days and a time. Players are warned before each restart."
        >
          {add}
        </Empty>
      )}
      <ul className={pageStyles.cards}>
        {schedules.map((schedule) => (
          <ScheduleCard key={schedule.id} schedule={schedule} now={now} planned={planned} />
        ))}
      </ul>
      {planned.dialog}
    </Page>
  )
}

/** Says that the panel's own schedules work without this app, and leads there, where a key may use them. */
function PanelCanDoIt() {
  const { send } = useClient()
  const found = useAppState(
    useShallow((state) => {
      const planned = Object.values(state.schedules).flatMap(({ refs }) =>
        refs.flatMap((ref) => state.servers[ref] ?? []),
      )
      return panelSchedules(state, planned.length > 0 ? planned : Object.values(state.servers))
    }),
  )
  if (found === null) return null
  const { panel, server, ref } = found
  return (
    <p className={styles.line} data-text="note">
      {panel} has its own schedules, which also run while this computer is off.{' '}
      <LinkButton onClick={() => send('servers:openSchedules', { ref })}>Open those of {server}</LinkButton>
    </p>
  )
}
