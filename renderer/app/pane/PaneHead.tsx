import { describeServer } from '../../../shared/model/describe-server.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { powerChoices } from '../../../shared/model/power-choices.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import { hasEnded, isAhead, planOf } from '../../../shared/model/restart-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { missingPermissionProps, useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { quickSignals } from '../../parts/servers/quick-signals.ts'
import { ServerItems } from '../../parts/servers/ServerMenu.tsx'
import { tickOf } from '../../parts/servers/tick.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import visually from '../../ui/visually.module.css'
import styles from './PaneHead.module.css'
import { useTabs } from './use-tabs.ts'

function Power({ server }: { server: ServerView }) {
  const client = useClient()
  const missing = useMissingPermission(server, 'power')
  const isStalled = server.action?.phase === 'stalled'
  const label = (signal: PowerSignal) => {
    if (signal === 'kill') return 'Kill…'
    return isStalled ? `Retry ${signalName[signal].toLowerCase()}` : signalName[signal]
  }
  return quickSignals(server).map((signal) => (
    <Button
      key={signal}
      aria-label={label(signal)}
      {...(signal === 'kill' ? { look: 'bad' } : { icon: signal })}
      {...missingPermissionProps(missing)}
      onClick={() => missing === null && client.power(server.ref, signal)}
    >
      {signal === 'kill' ? label(signal) : <span className={styles.label}>{label(signal)}</span>}
    </Button>
  ))
}

/** The button for the dialog, where a restart is possible and none is counted down. */
function RestartWithWarning({ server }: { server: ServerView }) {
  const { view } = useClient()
  const missing = useMissingPermission(server, 'power')
  const plan = useAppState((state) => planOf(state, server.ref))
  const isPlanned = plan !== null && !hasEnded(plan)
  if (isPlanned || powerChoices(server, null).restart !== null) return null
  return (
    <Button
      icon="megaphone"
      aria-label="Restart with warning…"
      title="Restart with warning…"
      {...missingPermissionProps(missing)}
      onClick={() => missing === null && view.setState({ dialog: { kind: 'restart', refs: [server.ref] } })}
    >
      <span className={`${styles.label} ${styles.warned}`}>Restart with warning…</span>
    </Button>
  )
}

type PaneHeadProps = {
  server: ServerView
  /** The switch for what the pane shows. */
  children: React.ReactNode
  /** Controls for what is shown. */
  tools: React.ReactNode
  /** Null where the pane fills the window. */
  onClose: (() => void) | null
}

/** The head of a pane: the server's name, its state, and its actions. */
export function PaneHead({ server, children, tools, onClose }: PaneHeadProps) {
  const plan = useAppState((state) => planOf(state, server.ref))
  const hasTab = useTabs().length > 0 && onClose !== null
  const isCounting = plan !== null && isAhead(plan)
  const { mark, word } = describeServer(server, useNow(tickOf(server)))
  return (
    <header className={styles.head}>
      {/* A tab has the name and the mark already. */}
      <h2 className={hasTab ? visually.hidden : undefined}>
        <Mark mark={isCounting ? 'busy' : mark} />
        <span className={styles.name}>{server.name}</span>
      </h2>
      <span className={styles.state} data-tone={mark}>
        {word}
      </span>
      <div className={styles.tabs}>{children}</div>
      <div className={styles.actions}>
        {tools}
        <Power server={server} />
        <RestartWithWarning server={server} />
        <MenuButton icon="more" label={`More actions for ${server.name}`}>
          <ServerItems serverRef={server.ref} />
        </MenuButton>
        {onClose && <IconButton icon="close" label="Close the pane" onClick={onClose} />}
      </div>
    </header>
  )
}
