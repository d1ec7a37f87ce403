import type { ServerRef } from '../../../shared/model/identifier.ts'
import styles from '../../parts/area/Area.module.css'
import { useAppState, useClient } from '../../state/hooks.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { count } from '../../ui/format.ts'

/** Says how many restarts this computer plans for the server, and leads there. */
export function PlannedHere({ serverRef }: { serverRef: ServerRef }) {
  const { view } = useClient()
  const planned = useAppState(
    ({ schedules, handovers }) =>
      Object.values(schedules).filter(({ id, refs }) => refs.includes(serverRef) && handovers[id] === undefined).length,
  )
  if (planned === 0) return null
  return (
    <p className={styles.foot}>
      On this computer: {count(planned, 'planned restart')} of this server, while Servertray is open.{' '}
      <LinkButton onClick={() => view.setState({ page: 'schedules' })}>Planned restarts</LinkButton>
    </p>
  )
}
