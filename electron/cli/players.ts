import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { slotsText } from '../../shared/model/player-words.ts'
import type { PlayerCount } from '../../shared/model/players-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Route } from '../network/proxy.ts'
import type { GameDetails } from '../panel/game-details.ts'
import { type Sockets, systemSockets } from '../players/ask-udp.ts'
import { createPlayersPoller, type PlayersPoller } from '../players/poller.ts'
import { createSources } from '../players/sources.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { PanelAccess } from '../servers/reach.ts'
import type { VisibleServers } from '../servers/visible-servers.ts'
import { flag } from './argument-types.ts'
import { isoTime } from './format.ts'

/**
 * Fills `players` of the state until it is disposed of, past the panel. Opened only where the person gave `--players`,
 * which is the yes for that run, for the servers that the command is about.
 */
export type OpenPlayers = (
  parts: PanelAccess & {
    /** What the lists tell of a server's game. */
    readonly gameOf: (ref: ServerRef) => GameDetails | null
    readonly visibleServers: VisibleServers
    readonly backgroundPause: BackgroundPause
    readonly isAllowed: (server: ServerView) => boolean
  },
) => Pick<PlayersPoller, 'watch' | 'dispose'>

/** One option of several commands. */
export const playersOption = flag('ask the games how many are on: the yes to ask them past the panel, for this run')

/** Where nobody asks: nothing is known of any players. */
export const asksNobody = {
  watch: () => ({ ask: async () => null, release: () => undefined }),
  dispose: () => undefined,
} satisfies ReturnType<OpenPlayers>

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

/** As `--json` tells it; null where it is not known. */
export type PlayersOutput = { online: number; max: number | null; source: PlayerCount['source']; at: string }

export function playersOutput({ players }: Pick<AppState, 'players'>, ref: ServerRef): PlayersOutput | null {
  const count = players[ref]?.count ?? null
  if (count === null) return null
  const { online, max, source, at } = count
  return { online, max, source, at: isoTime(at) }
}

/** `7 / 20`, `7` where no slots are told, and a dash where it is not known: never a zero. */
export const playersText = (shown: PlayersOutput | null): string => (shown === null ? '–' : slotsText(shown))
