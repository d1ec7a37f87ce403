import { panelTrouble } from '../../../shared/keys/health.ts'
import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { HeadPlayers } from '../../features/players/HeadPlayers.tsx'
import { isToldInHead } from '../../parts/restart/plan-in-row.ts'
import { shutProps, useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { headState, tickOf } from '../../parts/servers/messages.ts'
import { ServerItems } from '../../parts/servers/ServerMenu.tsx'
import { SignalButtons } from '../../parts/servers/SignalButtons.tsx'
import { useRestartStep } from '../../parts/servers/use-restart-step.ts'
import { useAppState, useNow, useView } from '../../state/hooks.ts'
import { MenuButton } from '../../ui/ActionMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import barStyles from '../../ui/bar.module.css'
import { Mark } from '../../ui/Icon.tsx'
import { lazy } from '../../ui/lazy.tsx'
import styles from './Head.module.css'

// Loaded with the first countdown.
const HeadCountdown = lazy(async () => (await import('../../features/restart/PlanBar.tsx')).HeadCountdown)

type ActionsProps = { server: ServerView; plan: PlanView | null }

/** The button for the dialog. */
function RestartWithWarning({ server }: { server: ServerView }) {
  const missing = useMissingPermission(server, 'control.restart')
  const { stop, restart } = useRestartStep(server)
  const label = 'Restart with warning…'
  return (
    <Button
      icon="megaphone"
      aria-label={label}
      title={label}
      {...shutProps('Restart with warning', stop, missing)}
      onClick={() => stop === null && restart()}
    >
      <span className={styles.word}>{label}</span>
    </Button>
  )
}

/** The buttons for what can be done now. A countdown takes their place. */
function Actions({ server, plan }: ActionsProps) {
  const isNarrow = useView((view) => view.isNarrow)
  if (plan !== null && isAhead(plan))
    return isToldInHead(plan, isNarrow) ? <HeadCountdown key={plan.id} plan={plan} /> : null
  return (
    <SignalButtons server={server} look="head">
      <RestartWithWarning server={server} />
    </SignalButtons>
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
    <header className={`${barStyles.bar} ${styles.head}`} data-flex="s2" data-edge="bottom">
      {onSize && (
        <IconButton
          icon={size === 'peek' ? 'expand' : 'back'}
          label={size === 'peek' ? 'Open full' : 'Back to the list'}
          {...(size === 'full' && { 'aria-keyshortcuts': 'Alt+ArrowLeft' })}
          onClick={onSize}
        />
      )}
      <h2 data-flex="s2">
        <Mark mark={isCounting ? 'busy' : mark} />
        <span data-cut>{server.name}</span>
      </h2>
      {/* A countdown needs the room, and says that the server runs. */}
      {!isToldHere && (
        <span className={styles.state} data-cut data-text="small" data-tone={mark === 'running' ? 'calm' : mark}>
          {word}
        </span>
      )}
      <HeadPlayers server={server} isShort={isCounting || size === 'peek'} />
      <div data-flex="gap" data-end>
        <Actions server={server} plan={plan} />
        <MenuButton icon="more" label={`More actions for ${server.name}`}>
          <ServerItems serverRef={server.ref} />
        </MenuButton>
        {onClose && <IconButton icon="close" label="Close the pane" onClick={onClose} />}
      </div>
    </header>
  )
}
