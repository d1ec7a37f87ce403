import { panelTrouble } from '../../../shared/model/panel-trouble.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { powerChoices } from '../../../shared/model/power-choices.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import type { PlanView } from '../../../shared/model/restart.ts'
import { hasEnded, isAhead } from '../../../shared/model/restart-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { HeadState } from '../../features/activity/HeadState.tsx'
import { HeadPlayers } from '../../features/players/HeadPlayers.tsx'
import { isToldInHead } from '../../parts/restart/plan-in-row.ts'
import { headState } from '../../parts/servers/head-state.ts'
import { missingPermissionProps, useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { quickSignals } from '../../parts/servers/quick-signals.ts'
import { ServerItems } from '../../parts/servers/ServerMenu.tsx'
import { tickOf } from '../../parts/servers/tick.ts'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import { MenuItem } from '../../ui/ActionMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Head.module.css'

// Loaded with the first countdown.
const HeadCountdown = late(async () => (await import('../../features/restart/HeadCountdown.tsx')).HeadCountdown)

type ActionsProps = { server: ServerView; plan: PlanView | null }

function labelOf({ action }: ServerView, signal: PowerSignal): string {
  if (signal === 'kill') return 'Kill…'
  return action?.phase === 'stalled' ? `Retry ${signalName[signal].toLowerCase()}` : signalName[signal]
}

function Signal({ server, signal }: { server: ServerView; signal: PowerSignal }) {
  const client = useClient()
  const missing = useMissingPermission(server, 'power')
  return (
    <Button
      {...(signal === 'kill' ? { look: 'bad' } : { icon: signal })}
      {...missingPermissionProps(missing)}
      onClick={() => missing === null && client.power(server.ref, signal)}
    >
      {labelOf(server, signal)}
    </Button>
  )
}

/** What else a narrow head offers beside *Restart*. */
function MoreRestarts({ server }: { server: ServerView }) {
  const client = useClient()
  const missing = useMissingPermission(server, 'power')
  const { restart, stop } = powerChoices(server, missing)
  return (
    <MenuButton icon="down" label={`More than a restart of ${server.name}`}>
      <MenuItem
        reason={restart}
        onClick={() => client.view.setState({ dialog: { kind: 'restart', refs: [server.ref] } })}
      >
        Restart with warning…
      </MenuItem>
      <MenuItem reason={stop} onClick={() => client.power(server.ref, 'stop')}>
        Stop
      </MenuItem>
    </MenuButton>
  )
}

/** The button for the dialog, where a restart is possible and none is counted down. */
function RestartWithWarning({ server, plan }: ActionsProps) {
  const { view } = useClient()
  const missing = useMissingPermission(server, 'power')
  const isPlanned = plan !== null && !hasEnded(plan)
  if (isPlanned || powerChoices(server, null).restart !== null) return null
  return (
    <Button
      icon="megaphone"
      {...missingPermissionProps(missing)}
      onClick={() => missing === null && view.setState({ dialog: { kind: 'restart', refs: [server.ref] } })}
    >
      Restart with warning…
    </Button>
  )
}

/** The buttons for what can be done now. A countdown takes their place. */
function Actions({ server, plan }: ActionsProps) {
  const isNarrow = useView((view) => view.isNarrow)
  if (plan !== null && isAhead(plan))
    return isToldInHead(plan, isNarrow) ? <HeadCountdown key={plan.id} plan={plan} /> : null
  const signals = quickSignals(server)
  const buttons = signals.map((signal) => <Signal key={signal} server={server} signal={signal} />)
  const [first, ...others] = buttons
  if (isNarrow && signals[0] === 'restart' && server.action?.phase !== 'stalled')
    return (
      <div className={styles.split}>
        {first}
        <MoreRestarts server={server} />
      </div>
    )
  return signals[0] === 'restart' ? (
    <>
      {first}
      <RestartWithWarning server={server} plan={plan} />
      {others}
    </>
  ) : (
    <>
      {buttons}
      <RestartWithWarning server={server} plan={plan} />
    </>
  )
}

type HeadProps = ActionsProps & {
  size: 'peek' | 'full'
  /** The other size; null in a window of its own. */
  onSize: (() => void) | null
  /** Closes a peek. */
  onClose: (() => void) | null
}

/** The head of a server's view: its state and its actions. */
export function Head({ server, plan, size, onSize, onClose }: HeadProps) {
  const isAway = useAppState((state) => panelTrouble(state, server.panelId) !== null)
  const { mark, word } = headState(server, useNow(tickOf(server)), isAway)
  const isNarrow = useView((view) => view.isNarrow)
  const isCounting = plan !== null && isAhead(plan)
  const isToldHere = plan !== null && isToldInHead(plan, isNarrow)
  return (
    <header className={styles.head}>
      {onSize && (
        <IconButton
          icon={size === 'peek' ? 'expand' : 'back'}
          label={size === 'peek' ? 'Open full' : 'Back to the list'}
          {...(size === 'full' && { 'aria-keyshortcuts': 'Alt+ArrowLeft' })}
          onClick={onSize}
        />
      )}
      <h2>
        <Mark mark={isCounting ? 'busy' : mark} />
        <span className={styles.name}>{server.name}</span>
      </h2>
      {/* A countdown needs the room, and says that the server runs. */}
      {!isToldHere && <HeadState server={server} word={word} tone={mark === 'running' ? 'calm' : mark} />}
      <HeadPlayers server={server} isShort={isCounting || size === 'peek'} />
      <div className={styles.actions}>
        <Actions server={server} plan={plan} />
        <MenuButton icon="more" label={`More actions for ${server.name}`}>
          <ServerItems serverRef={server.ref} />
        </MenuButton>
        {onClose && <IconButton icon="close" label="Close the pane" onClick={onClose} />}
      </div>
    </header>
  )
}
