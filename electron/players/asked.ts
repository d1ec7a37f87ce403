import type { PlayersView } from '../../shared/model/players-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'

/** What came of asking for a server's players: a count, or why there is none. */
export type Asked = Pick<PlayersView, 'count' | 'unknown' | 'game' | 'address'>

/**
 * Asks all sources of a server in their order, until one tells. Never throws.
 * @param run ends the question, and stands for one run of the server: what is remembered of another one is over
 * @param isNow what a source told before does not do; it comes back only where nothing newer is told
 */
export type AskPlayers = (server: ServerView, run: AbortSignal, isNow?: boolean) => Promise<Asked>
