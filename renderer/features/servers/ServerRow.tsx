// biome-ignore-all lint/a11y/useSemanticElements: cells of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { memo } from 'react'
import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { isAhead, planOf } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { bulkTurnText } from '../../parts/bulk/eligibility.ts'
import { cancelPlan, cancelWord } from '../../parts/restart/cancel-plan.ts'
import { planOutcome } from '../../parts/restart/plan-in-row.ts'
import { useBackupOutcome } from '../../parts/servers/backup-age.ts'
import { tickOf } from '../../parts/servers/messages.ts'
import { SignalButtons } from '../../parts/servers/SignalButtons.tsx'
import { useOutcome } from '../../parts/servers/use-outcome.ts'
import { useAppState, useClient, useNow, useRunOnce } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { ActionsCell, GridRow, PickCell } from '../../ui/Grid.tsx'
import { Icon, Mark } from '../../ui/Icon.tsx'
import type { GridRowProps } from '../../ui/use-grid.ts'
import visually from '../../ui/visually.module.css'
import listStyles from './list.module.css'
import styles from './ServerRow.module.css'
import { StateCells, useUnexpectedlyOff } from './StateCells.tsx'
import type { PlayersColumn } from './use-players-column.ts'

type ServerRowProps = GridRowProps<ServerRef> & { players: PlayersColumn }

export const ServerRow = memo(function ServerRow({ players, ...of }: ServerRowProps) {
  const { row: serverRef, top } = of
  const server = useAppState((state) => state.servers[serverRef])
  const plan = useAppState((state) => planOf(state, serverRef))
  const turn = useAppState((state) => bulkTurnText(state, serverRef))
  const isPinned = useAppState((state) => state.preferences.pinned.includes(serverRef))
  const isOff = useUnexpectedlyOff(server)
  const now = useNow(tickOf(server))
  const ended = useOutcome(server, now)
  const ofBackups = useBackupOutcome(server, now)
  const focus = useKeepFocus<HTMLDivElement>()
  if (server === undefined) return null

  const outcome = planOutcome(plan, server.action) ?? ended ?? ofBackups
  const stateMark = describeServer(server, now).mark
  const mark = plan !== null && isAhead(plan) ? 'busy' : isOff && stateMark === 'offline' ? 'bad' : stateMark
  return (
    <GridRow {...focus} of={of} className={`${listStyles.columns} ${listStyles.row}`}>
      <PickCell of={of} name={server.name}>
        <Mark mark={mark} />
      </PickCell>
      <div role="rowheader" className={styles.name} data-cut title={server.name}>
        {server.name}
      </div>
      <div role="gridcell" className={styles.identifier} data-flex="s1">
        {server.identifier}
        {isPinned && (
          <>
            <Icon name="pin" size={11} />
            <span className={visually.hidden}>Pinned</span>
          </>
        )}
      </div>
      <StateCells server={server} plan={plan} outcome={outcome} turn={turn} players={players} now={now} />
      <ActionsCell of={of} name={server.name} className={styles.actions} data-flex="">
        <RowActions server={server} plan={plan} tabIndex={of.isCurrent ? 0 : -1} top={top} />
      </ActionsCell>
      <span className={styles.opens} data-center data-text="faint">
        <Icon name="forward" />
      </span>
    </GridRow>
  )
})

type RowActionsProps = { server: ServerView; plan: PlanView | null; tabIndex: number; top: number }

/** What can be done to a server now with one press: while its restart counts down, only to cancel that. */
function RowActions({ server, plan, tabIndex, top }: RowActionsProps) {
  const client = useClient()
  const run = useRunOnce()
  if (plan === null || !isAhead(plan)) return <SignalButtons server={server} look="row" tabIndex={tabIndex} at={top} />
  return (
    <Button
      tabIndex={tabIndex}
      aria-label={`Cancel the restart of ${server.name}`}
      onClick={() => cancelPlan(client, plan.id, run)}
    >
      {cancelWord(plan)}
    </Button>
  )
}
