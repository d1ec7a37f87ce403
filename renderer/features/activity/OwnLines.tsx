import type { ActivityEntry } from '../../../shared/activity/contract.ts'
import { wordsOf } from '../../../shared/activity/words.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { unfiltered } from '../../state/view.ts'
import { LinkButton } from '../../ui/Button.tsx'
import styles from './ActivityLines.module.css'
import { ActivityLines } from './ActivityLines.tsx'

function Name({ entry }: { entry: ActivityEntry }) {
  const { view } = useClient()
  const exists = useAppState((state) => entry.ref !== null && state.servers[entry.ref] !== undefined)
  const open = () => view.setState({ ...unfiltered, page: 'servers', open: entry.ref })
  return exists ? (
    <LinkButton className={styles.name} data-cut onClick={open}>
      {entry.name}
    </LinkButton>
  ) : (
    <span className={styles.name} data-cut>
      {entry.name}
    </span>
  )
}

/** What this app did and saw, of all servers or of one, whose name is left out. */
export function OwnLines({ entries, of }: { entries: readonly ActivityEntry[]; of: 'all' | 'server' }) {
  const lines = entries.map((entry) => ({
    ...wordsOf(entry.event),
    id: entry.id,
    at: entry.at,
    server: of === 'all' && <Name entry={entry} />,
  }))
  return <ActivityLines lines={lines} of={of} />
}
