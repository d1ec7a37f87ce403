// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { memo } from 'react'
import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { isAhead, planOf } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { bulkTurnText } from '../../parts/bulk/eligibility.ts'
import { planOutcome } from '../../parts/restart/plan-in-row.ts'
import { useBackupOutcome } from '../../parts/servers/backup-age.ts'
import { tickOf } from '../../parts/servers/messages.ts'
import { SignalButtons } from '../../parts/servers/SignalButtons.tsx'
import { useOutcome } from '../../parts/servers/use-outcome.ts'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import gridStyles from '../../ui/grid.module.css'
import { Icon, Mark } from '../../ui/Icon.tsx'
import { type MenuRequest, MenuTrigger } from '../../ui/MenuTrigger.tsx'
import visually from '../../ui/visually.module.css'
import listStyles from './list.module.css'
import styles from './ServerRow.module.css'
import { StateCells, useUnexpectedlyOff } from './StateCells.tsx'
import type { PlayersColumn } from './use-players-column.ts'

type ServerRowProps = {
  serverRef: ServerRef
  /** Its menu is open. */
  hasMenu: boolean
  /** True for the one row that Tab reaches. */
  current: boolean
  /** Its vertical position in the list, in pixels. */
  top: number
  players: PlayersColumn
  /** Its row number in the grid, counted from 1 with the column heads. */
  place: number
  /** Ticks or unticks it; `isRange` ticks all from the last ticked one to it. */
  onPick: (ref: ServerRef, isRange: boolean) => void
  /** Opens its menu. The list draws it, so that it stays though the row goes. */
  onMenu: (ref: ServerRef, request: MenuRequest) => void
}

export const ServerRow = memo(function ServerRow({
  serverRef,
  hasMenu,
  current,
  top,
  players,
  place,
  onPick,
  onMenu,
}: ServerRowProps) {
  const client = useClient()
  const server = useAppState((state) => state.servers[serverRef])
  const plan = useAppState((state) => planOf(state, serverRef))
  const turn = useAppState((state) => bulkTurnText(state, serverRef))
  const isPinned = useAppState((state) => state.preferences.pinned.includes(serverRef))
  const isOff = useUnexpectedlyOff(server)
  const open = useView((view) => view.open === serverRef)
  const isPicked = useView((view) => view.picked.includes(serverRef))
  const now = useNow(tickOf(server))
  const ended = useOutcome(server, now)
  const ofBackups = useBackupOutcome(server, now)
  const focus = useKeepFocus<HTMLDivElement>()
  if (server === undefined) return null

  const tabIndex = current ? 0 : -1
  const onClick = (event: React.MouseEvent) => {
    if (event.shiftKey) onPick(serverRef, true)
    else if (event.ctrlKey || event.metaKey) onPick(serverRef, false)
    else client.view.setState({ open: serverRef })
  }
  const outcome = planOutcome(plan, server.action) ?? ended ?? ofBackups
  const stateMark = describeServer(server, now).mark
  const mark = plan !== null && isAhead(plan) ? 'busy' : isOff && stateMark === 'offline' ? 'bad' : stateMark
  return (
    // The list handles the arrow keys for all rows; Enter on a row does what a click on it does.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid's key handler covers Enter
    <div
      {...focus}
      role="row"
      className={`${gridStyles.row} ${listStyles.columns} ${listStyles.row}`}
      data-picked={isPicked || undefined}
      data-ref={serverRef}
      style={{ top }}
      aria-rowindex={place}
      tabIndex={tabIndex}
      aria-selected={open}
      onClick={onClick}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the box from opening the row */}
      <div role="gridcell" className={gridStyles.pick} onClick={(event) => event.stopPropagation()}>
        <Mark mark={mark} />
        <input
          type="checkbox"
          aria-label={`Select ${server.name}`}
          // Not reached by Tab: Space on the row does the same, and its buttons stay one key away.
          tabIndex={-1}
          checked={isPicked}
          onChange={(event) => onPick(serverRef, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      <div role="rowheader" className={styles.name} data-cut title={server.name}>
        {server.name}
      </div>
      <div role="gridcell" className={styles.identifier}>
        {server.identifier}
        {isPinned && (
          <>
            <Icon name="pin" />
            <span className={visually.hidden}>Pinned</span>
          </>
        )}
      </div>
      <StateCells server={server} plan={plan} outcome={outcome} turn={turn} players={players} now={now} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the buttons from opening the row */}
      <div role="gridcell" className={styles.actions} onClick={(event) => event.stopPropagation()}>
        <RowActions server={server} plan={plan} tabIndex={tabIndex} top={top} />
        <MenuTrigger
          icon="more"
          label={`More for ${server.name}`}
          tabIndex={tabIndex}
          isOpen={hasMenu}
          onOpen={(request) => onMenu(serverRef, request)}
        />
      </div>
      <span className={styles.opens}>
        <Icon name="forward" />
      </span>
    </div>
  )
})

type RowActionsProps = { server: ServerView; plan: PlanView | null; tabIndex: number; top: number }

/** What can be done to a server now with one press: while its restart counts down, only to cancel that. */
function RowActions({ server, plan, tabIndex, top }: RowActionsProps) {
  const { view } = useClient()
  if (plan === null || !isAhead(plan)) return <SignalButtons server={server} look="row" tabIndex={tabIndex} at={top} />
  return (
    <Button
      tabIndex={tabIndex}
      aria-label={`Cancel the restart of ${server.name}`}
      onClick={() => view.setState({ dialog: { kind: 'cancel', planId: plan.id } })}
    >
      Cancel
    </Button>
  )
}
