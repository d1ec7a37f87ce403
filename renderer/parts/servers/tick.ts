import type { ServerView } from '../../../shared/model/server-schema.ts'
import { isRunning } from '../../../shared/servers/choices.ts'

/**
 * How often a row must read the clock, in milliseconds: each second while it counts, seldom while its words may age.
 */
export function tickOf(server: ServerView | undefined): number | null {
  if (server === undefined) return null
  if (isRunning(server.action)) return 1_000
  return server.action !== null || server.observedAt !== null ? 15_000 : null
}
