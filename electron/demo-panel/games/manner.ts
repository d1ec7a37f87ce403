import type { LiveServer } from '../machine/live-server.ts'

/** How servers' games behave to those who ask them, and what the panel says of their ports. */
export type Manner = {
  /** Whether its ports are open while the server runs. */
  hasQuery(server: LiveServer): boolean
  /** The names it gives as those of its players. */
  names(server: LiveServer): readonly string[]
  /**
   * Lets an answer go out, or not.
   * @param later calls after so many milliseconds, unless the port was closed meanwhile
   */
  give(server: LiveServer, answer: () => void, later: (ms: number, run: () => void) => void): void
  /** The ports that the panel lists for it, the default one first, where these are its own. */
  listed(server: LiveServer, own: readonly number[]): readonly number[]
}

export const honestManner: Manner = {
  hasQuery: () => true,
  names: (server) => server.players(),
  give(server, answer) {
    if (!server.isHung()) answer()
  },
  listed: (_server, own) => own,
}
