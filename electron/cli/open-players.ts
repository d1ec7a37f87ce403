import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { Route } from '../network/proxy.ts'
import { createPlayersPoller } from '../players/poller.ts'
import { type Sockets, systemSockets } from '../players/sockets.ts'
import { createSources } from '../players/sources.ts'
import type { OpenPlayers } from './players.ts'

type Deps = {
  /** The routes that the environment's proxies give for an origin. */
  readonly findRoutes: (origin: string) => Promise<readonly Route[]>
  /** The system's by default. */
  readonly sockets?: Sockets
}

/** Asks games as the app does, for as long as a command runs. */
export function createOpenPlayers({ findRoutes, sockets = systemSockets }: Deps): OpenPlayers {
  return ({ gameOf, clientFor, ...parts }) => {
    const own = { interfaces: networkInterfaces, random: randomBytes }
    const sources = createSources({ ...parts, ...own, clientFor, gameOf, findRoutes, sockets })
    return createPlayersPoller({ ...parts, ask: sources.ask })
  }
}
