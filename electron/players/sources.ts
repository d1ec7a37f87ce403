import type { networkInterfaces } from 'node:os'
import { withPort } from '../../shared/model/host-port.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import {
  choiceOf,
  type GameId,
  type PlayerCount,
  type PlayersGame,
  type PlayersUnknown,
} from '../../shared/model/players.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { Clock } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import { reachOf } from '../network/hosts.ts'
import type { Route } from '../network/proxy.ts'
import type { GameDetails } from '../panel/game-details.ts'
import { type ClientFor, reach } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { type Around, networksOf, type Place, placesOf, type Target, targetsOf } from './address.ts'
import { askGame } from './ask.ts'
import type { Asked, AskPlayers } from './asked.ts'
import { games, isSure, portsOf } from './games.ts'
import { guessGame } from './guess-game.ts'
import type { Sockets } from './sockets.ts'
import type { Random } from './talks.ts'
import { blocksUdp, type UdpTry } from './udp-block.ts'

export type SourcesDeps = {
  store: StateStore
  clock: Clock
  clientFor: ClientFor
  /** What the lists tell of a server's game. */
  gameOf: (ref: ServerRef) => GameDetails | null
  /** The routes that the proxy settings give for an origin. */
  findRoutes: (origin: string) => Promise<readonly Route[]>
  sockets: Sockets
  interfaces: typeof networkInterfaces
  random: Random
}

export type Sources = {
  readonly ask: AskPlayers
  /** The game that a person chose for a server, otherwise the guess. */
  gameFor(ref: ServerRef): PlayersGame['game']
  /** What a server's game is guessed to be, and the ports of the server. */
  gameOf(ref: ServerRef): PlayersGame
}

/** How long the plugin's last word stands where it may not be asked, in milliseconds: it takes a look a minute. */
const panelKeptMs = 120_000
/** Longest wait for the proxy settings, in milliseconds. */
const routesMs = 3_000

/** What is remembered of one run of a server. */
type Memory = {
  readonly run: AbortSignal
  /** What the panel's player plugin told last, and when, in steady milliseconds. */
  fromPanel: { readonly count: PlayerCount; readonly at: number } | null
  /** How often it was not told: each time the next of its places is asked. */
  turn: number
  /** Null for a game that is not asked over UDP. */
  udp: UdpTry | null
}

type Told = Pick<Asked, 'count' | 'unknown'>

const addressText = ({ host, port }: Place) => withPort(host, port)

const isOverUdp = (id: GameId) => games[id].asks.some((one) => one === 'a2s' || one === 'bedrock')

/**
 * The sources of a server's players in their order: the panel's player plugin, then the game itself at an allocation of the
 * server. Past a proxy nothing is asked.
 */
export function createSources(deps: SourcesDeps): Sources {
  const { store, clock, clientFor, gameOf, findRoutes, sockets, interfaces, random } = deps
  const memories = new Map<ServerRef, Memory>()

  function memoryOf(ref: ServerRef, run: AbortSignal): Memory {
    const known = memories.get(ref)
    if (known?.run === run) return known
    const { servers } = store.get()
    for (const one of memories.keys()) if (servers[one]?.state !== 'running') memories.delete(one)
    const made = { run, fromPanel: null, turn: 0, udp: null }
    memories.set(ref, made)
    return made
  }

  function gameFor(ref: ServerRef): PlayersGame['game'] {
    const details = gameOf(ref)
    const { game } = choiceOf(store.get().preferences.players, ref)
    if (game !== null) return { id: game, by: 'person' }
    return details === null ? null : guessGame(details)
  }

  /** What the plugin tells; what it told last where it may not be asked yet, and null where it tells nothing. */
  async function askPanel(
    { ref, panelId }: ServerView,
    game: PlayersGame['game'],
    signal: AbortSignal,
  ): Promise<PlayerCount | null> {
    const memory = memoryOf(ref, signal)
    const reached = reach(store.get(), ref, clientFor)
    if (!reached.ok || store.get().panels[panelId]?.dialect !== 'pterodactyl') return null
    const told = await reached.value.client.readPlayers(reached.value.server.identifier, {
      priority: 'background',
      signal,
    })
    const { fromPanel } = memory
    if (!told.ok) {
      const isKept = fromPanel !== null && clock.steady() - fromPanel.at < panelKeptMs
      return told.error.code === 'rate-limited' && isKept ? fromPanel.count : null
    }
    memory.fromPanel = null
    if (told.value === null || (told.value.online === 0 && game !== null && games[game.id].zero === 'not-told'))
      return null
    const isSureOf = game !== null && isSure(game.id)
    const names = [...told.value.names]
    const count: PlayerCount = { ...told.value, names, source: 'panel', isSure: isSureOf, at: clock.now() }
    memory.fromPanel = { count, at: clock.steady() }
    return count
  }

  /** True where some program of this computer would go through a proxy to that place. */
  async function isProxied(place: Place, signal: AbortSignal): Promise<boolean> {
    const origins = [`http://${addressText(place)}`, `https://${addressText(place)}`]
    // A setting that cannot be read, or not in time, is taken for a proxy.
    const none = (): readonly Route[] => []
    const read = origins.map((origin) => withTimeout(clock, routesMs, findRoutes(origin).catch(none), signal))
    const routes = await Promise.all(read)
    return routes.some((ways) => ways === late || ways.length === 0 || ways.some(({ kind }) => kind !== 'direct'))
  }

  /** The one place of a server that is asked this time; null where none may be. */
  function placeOf({ ref, panelId }: ServerView, id: GameId, details: GameDetails | null, run: AbortSignal) {
    if (details === null) return null
    const around: Around = {
      panelHost: URL.parse(store.get().panels[panelId]?.baseUrl ?? '')?.hostname ?? '',
      nodeName: details.nodeHost,
      ownNetworks: networksOf(interfaces()),
    }
    const { port } = choiceOf(store.get().preferences.players, ref)
    const primary = details.allocations.find(({ isDefault }) => isDefault)?.port ?? null
    const ports = port === null ? portsOf(id, primary, details.variables) : [port]
    const places = placesOf(details.allocations, ports, around)
    const place = places[memoryOf(ref, run).turn % Math.max(1, places.length)]
    return place === undefined ? null : { place, around }
  }

  /** The checked address to ask, or why there is none. */
  async function findTarget(
    server: ServerView,
    id: GameId,
    details: GameDetails | null,
    signal: AbortSignal,
  ): Promise<{ readonly target: Target } | { readonly unknown: PlayersUnknown }> {
    const found = placeOf(server, id, details, signal)
    if (found === null) return { unknown: 'no-address' }
    if (reachOf(found.place.host) !== 'loopback' && (await isProxied(found.place, signal))) return { unknown: 'proxy' }
    const targets = await targetsOf([found.place], found.around, { lookup: sockets.lookup, clock, signal })
    const target = targets === 'no-address' ? undefined : targets[0]
    return target === undefined || signal.aborted ? { unknown: 'no-address' } : { target }
  }

  /** Asks the game at that address, and remembers whether UDP came through. */
  async function askAt(ref: ServerRef, id: GameId, target: Target, signal: AbortSignal): Promise<Told> {
    const asked = await askGame(id, target, { sockets, clock, random, signal })
    const memory = memoryOf(ref, signal)
    const isSilent = 'unknown' in asked && asked.isUdpSilent
    memory.udp = isOverUdp(id) ? { address: target.address, isSilent } : null
    if ('reading' in asked) {
      const { online, max, names } = asked.reading
      const at = clock.now()
      return { count: { online, max, names: [...names], source: 'game', isSure: isSure(id), at }, unknown: null }
    }
    const isBlocked = isSilent && blocksUdp([...memories.values()].flatMap(({ udp }) => udp ?? []))
    return { count: null, unknown: isBlocked ? 'udp-blocked' : asked.unknown }
  }

  async function ask(server: ServerView, signal: AbortSignal): Promise<Asked> {
    const { ref } = server
    const details = gameOf(ref)
    const game = gameFor(ref)
    const fromPanel = await askPanel(server, game, signal)
    if (fromPanel !== null) return { count: fromPanel, unknown: null, game, address: null }
    const nothing = { count: null, game, address: null }
    if (game === null || games[game.id].asks.length === 0) return { ...nothing, unknown: 'unknown-game' }
    const found = await findTarget(server, game.id, details, signal)
    const told = 'target' in found ? await askAt(ref, game.id, found.target, signal) : { count: null, ...found }
    // Another of its places is tried the next time.
    if (told.count === null) memoryOf(ref, signal).turn += 1
    return { ...told, game, address: 'target' in found ? addressText(found.target) : null }
  }

  return {
    ask,
    gameFor,
    gameOf(ref) {
      const details = gameOf(ref)
      const ports = details?.allocations.map(({ port }) => port) ?? []
      return { game: details === null ? null : guessGame(details), ports: [...new Set(ports)] }
    },
  }
}
