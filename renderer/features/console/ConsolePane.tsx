import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ConsoleEntry } from '../../../shared/model/console-schema.ts'
import type { KeyId } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { noConsole } from '../../parts/commands/messages.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { BatchProgress } from './BatchProgress.tsx'
import { ConsoleInput } from './ConsoleInput.tsx'
import { ConsoleLog } from './ConsoleLog.tsx'
import { StreamStatus } from './StreamStatus.tsx'
import { Terminal } from './Terminal.tsx'
import type { ConsoleTools } from './use-console-tools.ts'

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
  useEffect(() => client.consoles.watch(ref, setFailure), [client, ref])

  const tryWith = async ({ command }: ConsoleEntry, keyId: KeyId) => {
    const result = await client.command(ref, command, { keyId })
    // The refused command, whose text returned to the input, was sent after all.
    if (result.ok && client.view.getState().drafts[ref] === command) client.setDraft(ref, '')
  }
  const { hasOutput } = tools
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
