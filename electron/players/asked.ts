import type { PlayersView } from '../../shared/model/players.ts'
import type { ServerView } from '../../shared/model/server.ts'

/** What came of asking for a server's players: a count, or why there is none. */
export type Asked = Pick<PlayersView, 'count' | 'unknown' | 'game' | 'address'>

/**
 * Asks all sources of a server in their order, until one tells. Never throws.
 * @param run ends the question, and stands for one run of the server: what is remembered of another one is over
 */
export type AskPlayers = (server: ServerView, run: AbortSignal) => Promise<Asked>
