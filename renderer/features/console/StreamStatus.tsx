import type { AppError } from '../../../shared/error-schema.ts'
import type { ConsoleStream } from '../../../shared/model/console-line-schema.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { countdown } from '../../../shared/model/time-words.ts'
import { useClient, useElapsed, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './StreamStatus.module.css'

/** What takes less than this is not shown, in milliseconds. */
const quickMs = 300

function Connecting() {
  return useElapsed(quickMs) && <p className={styles.stream}>Connecting to the console…</p>
}

function Waiting({ stream }: { stream: ConsoleStream }) {
  const now = useNow(1_000)
  const again = stream.retryAt === null ? 'It is tried again.' : `Next try in ${countdown(stream.retryAt, now)}.`
  return (
    <p className={styles.stream}>
      <strong>{stream.error?.message ?? 'The console was cut off.'}</strong> {again}
    </p>
  )
}

function Ended({ error, serverRef }: { error: AppError | null; serverRef: ServerRef }) {
  const { consoles } = useClient()
  return (
    <Notice tone="calm" message={error?.message ?? 'The console was ended.'} hint={error?.hint}>
      <Button onClick={() => consoles.reopen(serverRef)}>Open again</Button>
    </Notice>
  )
}

type StreamStatusProps = {
  stream: ConsoleStream | null
  /** Why the app did not answer the request for the console. */
  failure: AppError | null
  serverRef: ServerRef
}

/** The state of a server's live output; nothing while it flows. */
export function StreamStatus({ stream, failure, serverRef }: StreamStatusProps) {
  if (failure !== null) return <Ended error={failure} serverRef={serverRef} />
  if (stream === null) return <Connecting />
  switch (stream.phase) {
    case 'connecting':
      return <Connecting />
    case 'waiting':
      return <Waiting stream={stream} />
    case 'held':
      return (
        <p className={styles.stream}>
          <strong>{stream.error?.message ?? 'The panel holds this server.'}</strong> The console opens when that is
          over.
        </p>
      )
    case 'ended':
      return <Ended error={stream.error} serverRef={serverRef} />
    default:
      return null
  }
}
