import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { describeOutcome } from '../../parts/servers/messages.ts'

/** The state and outcome of a server, without running times. */
function spoken(state: AppState, server: ServerView, now: number): string {
  const outcome = describeOutcome(state, server, null, now)
  const word = describeServer(server, now).word.replace(/, [\d:]+$/, '')
  return outcome?.tone === 'bad' ? `${outcome.text} ${outcome.hint}` : word
}

/** Announcements about servers' states: up to three, otherwise their number. */
export function announce(before: AppState, after: AppState, now: number): string {
  const changes: string[] = []
  for (const server of Object.values(after.servers)) {
    const old = before.servers[server.ref]
    if (old === undefined || old === server) continue
    // Both texts use the current keys: the end of a refusal does not concern the server.
    const text = spoken(after, server, now)
    if (text !== spoken(after, old, now)) changes.push(`${server.name}: ${text}`)
  }
  return changes.length > 3 ? `${changes.length} servers changed state.` : changes.join('. ')
}
