import type { ServerRef } from '../../../shared/model/identifier.ts'
import { signalName } from '../../../shared/model/power.ts'
import { useClient } from '../../state/hooks.ts'
import type { OpenDialog } from '../../state/view.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { focusList } from '../../ui/focus.ts'
import styles from './bulk.module.css'

type BulkBarProps = {
  /** The ticked servers that exist. */
  picked: readonly ServerRef[]
  /** Number of ticked servers that the list does not show now. */
  hidden: number
}

/** What can be done with the servers that are ticked. */
export function BulkBar({ picked, hidden }: BulkBarProps) {
  const { view } = useClient()
  const ask = (dialog: OpenDialog) => view.setState({ dialog })
  // The bar disappears with the ticks, so the focus needs another place.
  const clear = () => {
    view.setState({ picked: [] })
    focusList()
  }
  return (
    <section
      className={styles.bar}
      data-flex=""
      data-text="small"
      data-edge="top"
      data-shade
      aria-label="Selected servers"
      onKeyDown={(event) => event.key === 'Escape' && clear()}
    >
      <p>
        <strong>{picked.length} selected</strong>
        {hidden > 0 && <span data-tone="calm"> {hidden} not shown</span>}
      </p>
      <div data-flex="gap" data-wrap>
        {(['start', 'stop', 'restart'] as const).map((signal) => (
          <Button key={signal} icon={signal} onClick={() => ask({ kind: 'bulk', work: signal, refs: picked })}>
            {signalName[signal]}
          </Button>
        ))}
        <Button
          icon="megaphone"
          aria-label="Restart with warning…"
          onClick={() => ask({ kind: 'restart', refs: picked })}
        >
          <span className={styles.long}>Restart with warning…</span>
          <span className={styles.short}>With warning…</span>
        </Button>
        <Button onClick={() => ask({ kind: 'bulk', work: 'command', refs: picked })}>Command…</Button>
        <Button look="bad" onClick={() => ask({ kind: 'bulk', work: 'kill', refs: picked })}>
          Kill…
        </Button>
      </div>
      <IconButton icon="close" label="Clear the selection" data-end onClick={clear} />
    </section>
  )
}
