// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { memo } from 'react'
import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { panelTrouble } from '../../../shared/model/panel-trouble.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import { isKeyRefusal } from '../../../shared/model/refusal.ts'
import type { PlanView } from '../../../shared/model/restart.ts'
import { isAhead, planOf } from '../../../shared/model/restart-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { bulkTurnText } from '../../parts/bulk/turn.ts'
import type { Outcome } from '../../parts/outcome.ts'
import { countdownWord, planOutcome } from '../../parts/restart/plan-in-row.ts'
import { missingPermissionProps, TryWithOther, useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { OpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { quickSignals } from '../../parts/servers/quick-signals.ts'
import { tickOf } from '../../parts/servers/tick.ts'
import { useOutcome } from '../../parts/servers/use-outcome.ts'
import { useAppState, useClient, useNow, useSecond, useView } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { type MenuRequest, MenuTrigger } from '../../ui/MenuTrigger.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { Load } from './Load.tsx'
import listStyles from './list.module.css'
import styles from './ServerRow.module.css'

type ServerRowProps = {
  serverRef: ServerRef
  /** Its menu is open. */
  hasMenu: boolean
  /** True for the one row that Tab reaches. */
  current: boolean
  /** Its vertical position in the list, in pixels. */
  top: number
  /** Its row number in the grid, counted from 1 with the column heads. */
  place: number
  /** Ticks or unticks it; `isRange` ticks all from the last ticked one to it. */
  onPick: (ref: ServerRef, isRange: boolean) => void
  /** Opens its menu. The list draws it, so that it stays though the row goes. */
  onMenu: (ref: ServerRef, request: MenuRequest) => void
}

/** The name of a signal's button, with the server's; after a stall it is a second try. */
function signalLabel({ name, action }: ServerView, signal: PowerSignal): string {
  const isRetry = action?.phase === 'stalled' && action.signal === signal
  return isRetry ? `Retry: ${signalName[signal].toLowerCase()} ${name}` : `${signalName[signal]} ${name}`
}

type StateCellsProps = {
  server: ServerView
  plan: PlanView | null
  outcome: Outcome | null
  /** The text about a bulk action that has yet to reach it. */
  turn: string | null
  now: number
}

function StateCells({ server, plan, outcome, turn, now }: StateCellsProps) {
  const isAway = useAppState((state) => panelTrouble(state, server.panelId) !== null)
  const second = useSecond(plan !== null && isAhead(plan))
  const counting = plan && countdownWord(plan, second)
  const { mark, word } = counting ? ({ mark: 'busy', word: counting } as const) : describeServer(server, now, isAway)
  if (outcome?.tone === 'bad')
    return (
      <div role="gridcell" className={styles.outcome} data-tone="bad" title={`${outcome.text} ${outcome.hint}`}>
        {mark !== 'bad' && (
          <>
            <span data-tone={mark}>{word}</span>
            {' · '}
          </>
        )}
        {outcome.short}
      </div>
    )
  return (
    <>
      <div
        role="gridcell"
        className={styles.state}
        data-tone={mark}
        data-wide={(outcome && (outcome.tone === 'busy' || !server.resources)) || undefined}
      >
        {word}
        {turn !== null ? <small>{turn}</small> : outcome && <small title={outcome.hint}>{outcome.short}</small>}
      </div>
      <div role="gridcell" className={styles.load} data-column="cpu">
        <Load server={server} of="cpu" now={now} />
      </div>
      <div role="gridcell" className={styles.load} data-column="memory">
        <Load server={server} of="memory" now={now} />
      </div>
    </>
  )
}

export const ServerRow = memo(function ServerRow({
  serverRef,
  hasMenu,
  current,
  top,
  place,
  onPick,
  onMenu,
}: ServerRowProps) {
  const client = useClient()
  const server = useAppState((state) => state.servers[serverRef])
  const missing = useMissingPermission(server, 'power')
  const offersOther = useAppState((state) =>
    Boolean(server?.action?.otherKeyId && state.keys[server.action.otherKeyId]),
  )
  const plan = useAppState((state) => planOf(state, serverRef))
  const turn = useAppState((state) => bulkTurnText(state, serverRef))
  const open = useView((view) => view.open === serverRef)
  const isPicked = useView((view) => view.picked.includes(serverRef))
  const now = useNow(tickOf(server))
  const ended = useOutcome(server, now)
  const focus = useKeepFocus<HTMLDivElement>()
  if (server === undefined) return null

  const tabIndex = current ? 0 : -1
  const send = (signal: PowerSignal) => missing === null && client.power(serverRef, signal)
  const onClick = (event: React.MouseEvent) => {
    if (event.shiftKey) onPick(serverRef, true)
    else if (event.ctrlKey || event.metaKey) onPick(serverRef, false)
    else client.view.setState({ open: serverRef })
  }
  const outcome = planOutcome(plan, server.action) ?? ended
  const mark = plan !== null && isAhead(plan) ? 'busy' : describeServer(server, now).mark
  const offer = outcome?.tone === 'bad' && offersOther
  const isOfKey = outcome?.tone === 'bad' && server.action?.error != null && isKeyRefusal(server.action.error)
  return (
    // The list handles the arrow keys for all rows; Enter on a row does what a click on it does.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid's key handler covers Enter
    <div
      {...focus}
      role="row"
      className={`${listStyles.columns} ${listStyles.row}`}
      data-picked={isPicked || undefined}
      data-offer={offer ? 'key' : isOfKey ? 'panel' : undefined}
      data-ref={serverRef}
      style={{ top }}
      aria-rowindex={place}
      tabIndex={tabIndex}
      aria-selected={open}
      onClick={onClick}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the box from opening the row */}
      <div role="gridcell" className={listStyles.pick} onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          aria-label={`Select ${server.name}`}
          // Not reached by Tab: Space on the row does the same, and its buttons stay one key away.
          tabIndex={-1}
          checked={isPicked}
          onChange={(event) => onPick(serverRef, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      <div role="gridcell">
        <Mark mark={mark} />
      </div>
      <div role="rowheader" className={styles.name} title={server.name}>
        {server.name}
      </div>
      <div role="gridcell" className={styles.identifier} data-column="identifier">
        {server.identifier}
      </div>
      <StateCells server={server} plan={plan} outcome={outcome} turn={turn} now={now} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the buttons from opening the row */}
      <div role="gridcell" className={styles.actions} onClick={(event) => event.stopPropagation()}>
        {offer && <TryWithOther server={server} tabIndex={tabIndex} />}
        {!offer && isOfKey && <OpenPanel panelId={server.panelId} tabIndex={tabIndex} />}
        {(offer ? [] : quickSignals(server)).map((signal) =>
          signal === 'kill' ? (
            <Button
              key={signal}
              look="bad"
              tabIndex={tabIndex}
              {...missingPermissionProps(missing)}
              onClick={() => send(signal)}
            >
              Kill…
            </Button>
          ) : (
            <IconButton
              key={signal}
              icon={signal}
              label={signalLabel(server, signal)}
              tabIndex={tabIndex}
              {...missingPermissionProps(missing)}
              onClick={() => send(signal)}
            />
          ),
        )}
        <MenuTrigger
          icon="more"
          label={`More for ${server.name}`}
          tabIndex={tabIndex}
          isOpen={hasMenu}
          onOpen={(request) => onMenu(serverRef, request)}
        />
      </div>
    </div>
  )
})
