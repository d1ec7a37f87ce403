// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { memo } from 'react'
import { describeServer, type ServerDescription, type ServerMark } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { panelTrouble } from '../../../shared/model/panel-trouble.ts'
import { heldByBackupText, isHeldByBackup, isWaiting, waitingText } from '../../../shared/model/plan-words.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import type { PlanView } from '../../../shared/model/restart.ts'
import { isAhead, planOf } from '../../../shared/model/restart-choices.ts'
import { retryAt } from '../../../shared/model/retry-at.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { clockTime, countdown } from '../../../shared/model/time-words.ts'
import { bulkTurnText } from '../../parts/bulk/turn.ts'
import type { Outcome } from '../../parts/outcome.ts'
import { countdownWord, isTimed, planOutcome } from '../../parts/restart/plan-in-row.ts'
import { useBackupOutcome } from '../../parts/servers/backup-outcome.ts'
import { useHandedOutcome } from '../../parts/servers/handed-outcome.ts'
import { missingPermissionProps, useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { quickSignals } from '../../parts/servers/quick-signals.ts'
import { tickOf } from '../../parts/servers/tick.ts'
import { useOutcome } from '../../parts/servers/use-outcome.ts'
import { useAppState, useClient, useNow, useSecond, useView } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import gridStyles from '../../ui/grid.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { type MenuRequest, MenuTrigger } from '../../ui/MenuTrigger.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import visually from '../../ui/visually.module.css'
import { Cpu, Memory } from './Load.tsx'
import listStyles from './list.module.css'
import { Players } from './Players.tsx'
import styles from './ServerRow.module.css'
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
  players: PlayersColumn
  now: number
}

/** True for a server that is off, and not on purpose. */
const useUnexpectedlyOff = (server: ServerView | undefined) =>
  useAppState(({ preferences }) => server?.state === 'offline' && !preferences.expectedOff.includes(server.ref))

/** A server's state; `whole` is more than its row has room for. */
type StateTold = ServerDescription & { readonly whole?: string }

/** The state in a word or two, with what holds it up: colour is for what is an exception. */
function useStateWord({ server, plan, now }: Pick<StateCellsProps, 'server' | 'plan' | 'now'>): StateTold {
  const isAway = useAppState((state) => panelTrouble(state, server.panelId) !== null)
  const isOff = useUnexpectedlyOff(server)
  const retry = useAppState((state) => retryAt(state, server, now))
  const counting = plan !== null && isAhead(plan) ? plan : null
  const second = useSecond((counting !== null && isTimed(counting)) || retry !== null)
  if (counting !== null) {
    const told = { mark: 'busy', word: countdownWord(counting, second) ?? '' } as const
    if (isHeldByBackup(counting)) return { ...told, whole: heldByBackupText }
    return isWaiting(counting) ? { ...told, whole: waitingText(counting) } : told
  }
  const told = describeServer(server, now, isAway)
  if (isOff && told.mark === 'offline') return { ...told, mark: 'bad' } as const
  return retry === null
    ? told
    : { ...told, word: `${told.word}, retry ${countdown(Math.floor(retry / 1_000) * 1_000, second)}` }
}

type StateWordProps = {
  server: ServerView
  mark: ServerMark
  word: string
  /** Nothing is told beside it. */
  isAlone: boolean
}

/** The state; of a server that runs while its game does not answer any more, since when. */
function StateWord({ server, mark, word, isAlone }: StateWordProps) {
  const frozenSince = useAppState(({ players }) => players[server.ref]?.frozenSince ?? null)
  if (isAlone && frozenSince !== null && mark === 'running')
    return (
      <span data-tone="busy" title="It runs, but its game does not answer any more.">
        No answer since {clockTime(frozenSince)}
      </span>
    )
  return <span data-tone={mark === 'running' ? 'calm' : mark}>{word}</span>
}

function StateCells({ server, plan, outcome, turn, players, now }: StateCellsProps) {
  const { mark, word, whole: told = word } = useStateWord({ server, plan, now })
  const isBad = outcome?.tone === 'bad'
  // What the state itself says (`Stop stalled`) is not said again.
  const short = isBad && !word.includes(outcome.short) ? outcome.short : null
  const news = turn ?? (outcome?.tone === 'ok' ? outcome.short : null)
  const whole = isBad ? `${outcome.text} ${outcome.hint}`.trim() : undefined
  return (
    <>
      <div
        role="gridcell"
        className={styles.state}
        data-wide={((short ?? news) !== null && server.resources === null) || undefined}
        title={whole ?? [told, news].filter(Boolean).join(' · ')}
      >
        <StateWord server={server} mark={mark} word={word} isAlone={short === null && news === null} />
        {short !== null && (
          <>
            {' · '}
            <span data-tone="bad">{short}</span>
          </>
        )}
        {short === null && news !== null && ` · ${news}`}
      </div>
      {players !== null && (
        <div role="gridcell" className={styles.load} data-column="players">
          {players === 'shown' && <Players server={server} now={now} />}
        </div>
      )}
      <div role="gridcell" className={styles.load} data-column="cpu">
        <Cpu server={server} now={now} />
      </div>
      <div role="gridcell" className={styles.load} data-column="memory">
        <Memory server={server} />
      </div>
    </>
  )
}

type ActionsProps = { server: ServerView; plan: PlanView | null; tabIndex: number; children: React.ReactNode }

/** What can be done to a server now with one press: while its restart counts down, only to cancel that. */
function Actions({ server, plan, tabIndex, children }: ActionsProps) {
  const { power, view } = useClient()
  const missing = useMissingPermission(server, 'power')
  if (plan !== null && isAhead(plan))
    return (
      <>
        <Button
          tabIndex={tabIndex}
          aria-label={`Cancel the restart of ${server.name}`}
          onClick={() => view.setState({ dialog: { kind: 'cancel', planId: plan.id } })}
        >
          Cancel
        </Button>
        {children}
      </>
    )
  const send = (signal: PowerSignal) => missing === null && power(server.ref, signal)
  return (
    <>
      {quickSignals(server).map((signal) =>
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
      {children}
    </>
  )
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
  const ofHanded = useHandedOutcome(server, now)
  const ofBackups = useBackupOutcome(server, now)
  const focus = useKeepFocus<HTMLDivElement>()
  if (server === undefined) return null

  const tabIndex = current ? 0 : -1
  const onClick = (event: React.MouseEvent) => {
    if (event.shiftKey) onPick(serverRef, true)
    else if (event.ctrlKey || event.metaKey) onPick(serverRef, false)
    else client.view.setState({ open: serverRef })
  }
  const outcome = planOutcome(plan, server.action) ?? ended ?? ofHanded ?? ofBackups
  const told = describeServer(server, now).mark
  const mark = plan !== null && isAhead(plan) ? 'busy' : isOff && told === 'offline' ? 'bad' : told
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
      <div role="rowheader" className={styles.name} title={server.name}>
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
        <Actions server={server} plan={plan} tabIndex={tabIndex}>
          <MenuTrigger
            icon="more"
            label={`More for ${server.name}`}
            tabIndex={tabIndex}
            isOpen={hasMenu}
            onOpen={(request) => onMenu(serverRef, request)}
          />
        </Actions>
      </div>
      <span className={styles.opens}>
        <Icon name="forward" />
      </span>
    </div>
  )
})
