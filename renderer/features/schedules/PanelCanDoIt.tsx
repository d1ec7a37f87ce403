import { useShallow } from 'zustand/react/shallow'
import { useAppState, useClient } from '../../state/hooks.ts'
import { LinkButton } from '../../ui/Button.tsx'
import styles from './PanelCanDoIt.module.css'
import { panelSchedules } from './schedule-words.ts'

/** Says that the panel's own schedules work without this app, and leads there, where a key may use them. */
export function PanelCanDoIt() {
  const { bridge, run } = useClient()
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
    <p className={styles.line}>
      {panel} has its own schedules, which also run while this computer is off.{' '}
      <LinkButton onClick={() => void run(() => bridge.call('servers:openSchedules', { ref }))}>
        Open those of {server}
      </LinkButton>
    </p>
  )
}
