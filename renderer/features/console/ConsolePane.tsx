import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ConsoleEntry, ConsoleStream } from '../../../shared/model/console-schema.ts'
import type { KeyId, ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { countdown } from '../../../shared/model/time-words.ts'
import { noConsole } from '../../parts/commands/messages.ts'
import { notSent } from '../../state/batches.ts'
import { useAppState, useClient, useElapsed, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { ConsoleInput } from './ConsoleInput.tsx'
import { ConsoleLog } from './ConsoleLog.tsx'
import styles from './ConsolePane.module.css'
import { Terminal } from './Terminal.tsx'
import type { ConsoleTools } from './ToolBar.tsx'

/**
 * The console of a server, followed while mounted: its output and the input for commands. Where a panel gives no
 * output, the log of commands and their outcomes.
 * @param told what is told above it, which it does not repeat
 */
export function ConsolePane({ server, tools, told }: { server: ServerView; tools: ConsoleTools; told: string }) {
  const client = useClient()
  const { ref } = server
  const { entries, stream } = useAppState((state) => state.consoles[ref] ?? noConsole)
  const [failure, setFailure] = useState<AppError | null>(null)

  const tryWith = async ({ command }: ConsoleEntry, keyId: KeyId) => {
    const result = await client.command(ref, command, { keyId })
    // The refused command, whose text returned to the input, was sent after all.
    if (result.ok && client.view.getState().drafts[ref] === command) client.setDraft(ref, '')
  }
  const { hasOutput } = tools
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new terminal draws all lines
  useEffect(() => client.consoles.watch(ref, setFailure), [client, ref, hasOutput])
  return (
    <>
      {hasOutput ? (
        <>
          <StreamStatus stream={stream} failure={failure} serverRef={ref} />
          <Terminal server={server} entries={entries} search={tools.search} onSearchClose={tools.closeSearch} />
        </>
      ) : (
        <ConsoleLog
          entries={entries}
          told={told}
          note={stream?.error ? `${stream.error.message} ${stream.error.hint}` : null}
          onTryWith={tryWith}
        />
      )}
      <BatchProgress serverRef={ref} />
      <ConsoleInput server={server} entries={entries} told={told} isLogged={!hasOutput} onTryWith={tryWith} />
    </>
  )
}

/** The progress of commands that are sent one a second; or that they stopped, and how many are left. */
function BatchProgress({ serverRef }: { serverRef: ServerRef }) {
  const { batches } = useClient()
  const batch = useStore(batches.store, (running) => running[serverRef])
  const cancel = () => batches.cancel(serverRef)
  if (batch === undefined) return null
  const { lines, sent, error } = batch
  if (error === null)
    return (
      <div className={styles.batch} data-flex="s3" data-text="note" data-edge="top">
        <Progress label="Commands sent" max={lines.length} value={sent} />
        <span>{`Sending ${Math.min(sent + 1, lines.length)} of ${lines.length}`}</span>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    )
  const left = notSent(batch)
  const rest = left > 0 ? ` ${count(left, 'command')} after it ${left === 1 ? 'was' : 'were'} not sent.` : ''
  return (
    <div role="alert">
      <Notice tone="bad" message={`Stopped at “${lines[sent]}”.${rest}`} hint={error.message} onDismiss={cancel} />
    </div>
  )
}

/** A line above the output about its connection. */
const Stream = ({ children }: { children: React.ReactNode }) => (
  <p className={styles.stream} data-text="note" data-edge="bottom" data-shade>
    {children}
  </p>
)

/** What takes less than this is not shown, in milliseconds. */
const quickMs = 300

function Connecting() {
  return useElapsed(quickMs) && <Stream>Connecting to the console…</Stream>
}

type StreamStatusProps = {
  stream: ConsoleStream | null
  /** Why the app did not answer the request for the console. */
  failure: AppError | null
  serverRef: ServerRef
}

/** The state of a server's live output; nothing while it flows. */
function StreamStatus({ stream, failure, serverRef }: StreamStatusProps) {
  const { consoles } = useClient()
  const phase = failure === null ? (stream?.phase ?? 'connecting') : 'ended'
  const now = useNow(phase === 'waiting' ? 1_000 : null)
  const error = failure ?? stream?.error
  const retryAt = stream?.retryAt ?? null
  if (phase === 'connecting') return <Connecting />
  if (phase === 'ended')
    return (
      <Notice tone="calm" message={error?.message ?? 'The console was ended.'} hint={error?.hint}>
        <Button onClick={() => consoles.reopen(serverRef)}>Open again</Button>
      </Notice>
    )
  if (phase !== 'waiting' && phase !== 'held') return null
  const again = retryAt === null ? 'It is tried again.' : `Next try in ${countdown(retryAt, now)}.`
  const [what, next] =
    phase === 'held'
      ? ['The panel holds this server.', 'The console opens when that is over.']
      : ['The console was cut off.', again]
  return (
    <Stream>
      <strong>{error?.message ?? what}</strong> {next}
    </Stream>
  )
}
