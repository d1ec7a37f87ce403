import type { KeyView } from './api-key-schema.ts'
import { usableKeys } from './server-keys.ts'
import type { ServerView } from './server-schema.ts'
import type { WithKeys } from './slices.ts'

/** Until when a key may not ask, in unix milliseconds; 0 where nothing holds it back. */
function waitsUntil({ budget, health }: KeyView): number {
  const isLimited = health.kind === 'failing' && health.error.code === 'rate-limited'
  const asked = isLimited ? health.since + (health.error.retryAfterMs ?? 0) : 0
  return Math.max(budget?.heldUntil ?? 0, budget?.scarceUntil ?? 0, asked)
}

/**
 * When a server whose state is unknown is asked again, in unix milliseconds: after the wait of the first of its keys that
 * may. Null where its state is known, or nothing is waited for.
 */
export function retryAt(state: WithKeys, server: ServerView, now: number): number | null {
  if (server.state !== 'unknown' || server.condition !== null) return null
  const first = Math.min(...usableKeys(state, server).map(waitsUntil))
  return first > now && Number.isFinite(first) ? first : null
}
