import { useStore } from 'zustand'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { notSent } from '../../state/batches.ts'
import { useClient } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { count } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './BatchProgress.module.css'

/** The progress of commands that are sent one a second; or that they stopped, and how many are left. */
export function BatchProgress({ serverRef }: { serverRef: ServerRef }) {
  const { batches } = useClient()
  const batch = useStore(batches.store, (running) => running[serverRef])
  const cancel = () => batches.cancel(serverRef)
  if (batch === undefined) return null
  const { lines, sent, error } = batch
  if (error === null)
    return (
      <div className={styles.batch}>
        <progress max={lines.length} value={sent} aria-label="Commands sent" />
        <span>{`Sending ${Math.min(sent + 1, lines.length)} of ${lines.length}`}</span>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    )
  const left = notSent(batch)
  const rest = left > 0 ? ` ${count(left, 'command')} after it ${left === 1 ? 'was' : 'were'} not sent.` : ''
  return (
    <div role="alert">
      <Notice tone="bad" message={`Stopped at “${lines[sent]}”.${rest}`} hint={error.message}>
        <IconButton icon="close" label="Dismiss" onClick={cancel} />
      </Notice>
    </div>
  )
}
