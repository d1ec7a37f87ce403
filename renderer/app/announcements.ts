import { describeServer } from '../../shared/model/describe-server.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues } from '../../shared/tables.ts'
import { announcePlans } from '../features/restart/announce-plans.ts'
import { describeOutcome } from '../parts/servers/messages.ts'

/** The state and outcome of a server, without running times. */
function spoken(state: AppState, server: ServerView, now: number): string {
  const outcome = describeOutcome(state, server, null, now)
  const word = describeServer(server, now).word.replace(/, [\d:]+$/, '')
  return outcome?.tone === 'bad' ? `${outcome.text} ${outcome.hint}` : word
}

/** Announcements about servers' states: up to three, otherwise their number. */
function announceServers(before: AppState, after: AppState, now: number): string {
  const changes = changedValues(before.servers, after.servers).flatMap((server) => {
    const old = before.servers[server.ref]
    // Both texts use the current keys: the end of a refusal does not concern the server.
    const text = spoken(after, server, now)
    return old === undefined || text === spoken(after, old, now) ? [] : [`${server.name}: ${text}`]
  })
  return changes.length > 3 ? `${changes.length} servers changed state.` : changes.join('. ')
}

/** What is announced to screen readers when the state changes; empty for nothing. */
export const announcements = (before: AppState, after: AppState, now: number): string =>
  [announceServers(before, after, now), announcePlans(before, after)].filter(Boolean).join('. ')
