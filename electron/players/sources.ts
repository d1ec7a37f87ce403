import type { networkInterfaces } from 'node:os'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { choiceOf, type GameId } from '../../shared/model/players.ts'
import type { PlayerCount, PlayersGame } from '../../shared/model/players-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { getOrMake } from '../../shared/tables.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import { reachOf } from '../network/hosts.ts'
import type { Route } from '../network/proxy.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { GameDetails } from '../panel/game-details.ts'
import { readEgg } from '../panel/server-facts.ts'
import { type PanelAccess, reach } from '../servers/reach.ts'
import { type Around, addressText, type HostPort, networksOf, placesOf, portsOf, targetOf } from './address.ts'
import { askGame, blocksUdp, type UdpTry } from './ask.ts'
import type { Random, Sockets } from './ask-udp.ts'
import { games, isOverUdp, isSure } from './games.ts'
import { type Guess, guessGame, isVague } from './guess-game.ts'
import type { PlayersAnswer } from './view.ts'

export type SourcesDeps = PanelAccess & {
  /** What the lists tell of a server's game. */
  gameOf: (ref: ServerRef) => GameDetails | null
  /** The routes that the proxy settings give for an origin. */
  findRoutes: (origin: string) => Promise<readonly Route[]>
  sockets: Sockets
  interfaces: typeof networkInterfaces
  random: Random
}

/** How long the plugin's last word stands where it may not be asked, in milliseconds: it takes a look a minute. */
const panelKeptMs = 120_000
/** Longest wait for the proxy settings, in milliseconds. */
const routesMs = 3_000

/** Longest time for one question at all places of a server, in milliseconds. */
const askMs = 5_000
/** How long a place is waited for before the next one is asked as well, in milliseconds. */
const nextAfterMs = 500

/** What is remembered of one run of a server. */
type Memory = {
  /** What the panel's player plugin told last, and when, in steady milliseconds. */
  fromPanel: { readonly count: PlayerCount | null; readonly at: number }
  /** Null for a game that is not asked over UDP. */
  udp: UdpTry | null
}

const notTold: Memory['fromPanel'] = { count: null, at: Number.NEGATIVE_INFINITY }

/** Whether the panel is asked ahead of background work. */
type Priority = NonNullable<CallOptions['priority']>

/** What came of one place. `udp`: null where nothing was sent over UDP. */
type HostAnswer = Pick<PlayersAnswer, 'count' | 'unknown' | 'address'> & { readonly udp: UdpTry | null }

const nowhere: HostAnswer = { count: null, unknown: 'no-address', address: null, udp: null }

const hasAnswered = ({ count, unknown }: HostAnswer) => count !== null || unknown === 'not-told'

/**
 * The sources of a server's players in their order: the panel's player plugin, then the game itself at the allocations of
 * the server. Past a proxy nothing is asked.
 */
export function createSources(deps: SourcesDeps) {
  const { store, clock, clientFor, gameOf, findRoutes, sockets, interfaces, random } = deps
  /** By the signal of the run. */
  const memories = new Map<AbortSignal, Memory>()
  /** Names of eggs that lists leave out; null where the panel tells none. Each is asked for once. */
  const eggs = new Map<ServerRef, string | null>()
  /** The place at which each game answered last. */
  const answeredAt = new Map<ServerRef, string>()

  function memoryOf(run: AbortSignal): Memory {
    return getOrMake(memories, run, () => {
      run.addEventListener('abort', () => memories.delete(run), { once: true })
      return { fromPanel: notTold, udp: null }
    })
  }

  function guessOf(ref: ServerRef): Guess | null {
    const details = gameOf(ref)
    return details && guessGame({ ...details, egg: details.egg ?? eggs.get(ref) ?? null })
  }

  function gameFor(ref: ServerRef): PlayersGame['game'] {
    const { game } = choiceOf(store.get().preferences.players, ref)
    return game === null ? guessOf(ref) : { id: game, by: 'person' }
  }

  /** The panel's client for a server, where that panel is of the kind that tells of players and eggs. */
  function panelOf({ ref, panelId }: ServerView) {
    const reached = reach(store.get(), ref, clientFor)
    return reached.ok && store.get().panels[panelId]?.dialect === 'pterodactyl' ? reached.value : null
  }

  /** Asks for the name of a server's egg, where the list alone does not tell the game. */
  async function learnEgg(server: ServerView, signal: AbortSignal, priority: Priority): Promise<void> {
    const { ref } = server
    const panel = panelOf(server)
    if (panel === null || eggs.has(ref) || gameFor(ref)?.by === 'person' || !isVague(guessOf(ref))) return
    const read = await readEgg(panel.client.at(panel.server.identifier, { priority, signal }))
    const { status = 0 } = read.ok ? {} : read.error
    const isRefused = status >= 400 && status < 500 && status !== 429
    if (read.ok || isRefused) eggs.set(ref, read.ok ? read.value : null)
  }

  /** What the plugin tells; what it told last where it may not be asked yet, and null where it tells nothing. */
  async function askPanel(
    server: ServerView,
    game: PlayersGame['game'],
    signal: AbortSignal,
    priority: Priority,
  ): Promise<PlayerCount | null> {
    const panel = panelOf(server)
    if (panel === null) return null
    const memory = memoryOf(signal)
    const found = await panel.client.readPlayers(panel.server.identifier, { priority, signal })
    const { count: last, at } = memory.fromPanel
    if (!found.ok) {
      const isKept = found.error.code === 'rate-limited' && clock.steady() - at < panelKeptMs
      return isKept ? last : null
    }
    memory.fromPanel = notTold
    const zero = game && games[game.id].zero
    if (found.value === null || (found.value.online === 0 && zero === 'not-told')) return null
    const names = [...found.value.names]
    const count: PlayerCount = { ...found.value, names, source: 'panel', isSure: zero === 'sure', at: clock.now() }
    memory.fromPanel = { count, at: clock.steady() }
    return count
  }

  /** True where some program of this computer would go through a proxy to that place. */
  async function isProxied(place: HostPort, signal: AbortSignal): Promise<boolean> {
    const origins = [`http://${addressText(place)}`, `https://${addressText(place)}`]
    // A setting that cannot be read, or not in time, is taken for a proxy.
    const none = (): readonly Route[] => []
    const read = origins.map((origin) => withTimeout(clock, routesMs, findRoutes(origin).catch(none), signal))
    const routes = await Promise.all(read)
    return routes.some((ways) => ways === late || ways.length === 0 || ways.some(({ kind }) => kind !== 'direct'))
  }

  /** The places of a server, the one that answered last in front, and what decides which of them may be asked. */
  function placesOfServer({ ref, panelId }: ServerView, id: GameId, details: GameDetails) {
    const around: Around = {
      panelHost: URL.parse(store.get().panels[panelId]?.baseUrl ?? '')?.hostname ?? '',
      nodeName: details.nodeHost,
      ownNetworks: networksOf(interfaces()),
      isWeb: games[id].asks.includes('fivem'),
    }
    const { port } = choiceOf(store.get().preferences.players, ref)
    const places = placesOf(details.allocations, port === null ? portsOf(details) : [port], around)
    const last = places.filter((place) => addressText(place) === answeredAt.get(ref))
    return { around, places: [...new Set([...last, ...places])] }
  }

  /** Asks the game at one place, once that was looked up and checked. */
  async function askHost(id: GameId, place: HostPort, around: Around, signal: AbortSignal): Promise<HostAnswer> {
    if (reachOf(place.host) !== 'loopback' && (await isProxied(place, signal))) return { ...nowhere, unknown: 'proxy' }
    const target = await targetOf(place, around, { lookup: sockets.lookup, clock, signal })
    if (target === null || signal.aborted) return nowhere
    const asked = await askGame(id, target, { sockets, clock, random, signal })
    const address = addressText(place)
    const isSilent = 'unknown' in asked && asked.isUdpSilent
    const udp = isOverUdp(id) ? { address: target.address, isSilent } : null
    if ('unknown' in asked) return { count: null, unknown: asked.unknown, address, udp }
    const { online, max, names, isProxy = false } = asked.reading
    const [isSureOf, at] = [isSure(id) && !isProxy, clock.now()]
    const count: PlayerCount = { online, max, names: [...names], source: 'game', isSure: isSureOf, at }
    return { count, unknown: null, address, udp }
  }

  /**
   * Asks the places in turn, each once the one before it failed or is slow, and tells what came of them up to the first in
   * their order that answered. That is not always the quickest: another place of a server may be another game.
   */
  async function askInTurn(
    [place, ...others]: readonly HostPort[],
    askOne: (place: HostPort) => Promise<HostAnswer>,
    signal: AbortSignal,
  ): Promise<readonly HostAnswer[]> {
    if (place === undefined || signal.aborted) return []
    const asking = askOne(place)
    const soon = await withTimeout(clock, nextAfterMs, asking, signal)
    if (soon !== late && hasAnswered(soon)) return [soon]
    const asksOthers = askInTurn(others, askOne, signal)
    const found = await asking
    return hasAnswered(found) ? [found] : [found, ...(await asksOthers)]
  }

  /** Asks the game at its places, and remembers which of them answered, and whether UDP came through. */
  async function askAll(server: ServerView, id: GameId, details: GameDetails, run: AbortSignal): Promise<HostAnswer> {
    const { ref } = server
    const { around, places } = placesOfServer(server, id, details)
    const ending = new AbortController()
    const cancel = clock.after(askMs, () => ending.abort())
    const signal = AbortSignal.any([run, ending.signal])
    const all = await askInTurn(places, (place) => askHost(id, place, around, signal), signal)
    cancel()
    ending.abort()
    const found = all.find(hasAnswered) ?? all.find(({ unknown }) => unknown === 'no-answer') ?? all[0] ?? nowhere
    if (found.address !== null && hasAnswered(found)) answeredAt.set(ref, found.address)
    if (run.aborted) return found
    const isSilent = all.every(({ udp }) => udp?.isSilent !== false)
    memoryOf(run).udp = found.udp && { ...found.udp, isSilent }
    const isBlocked =
      found.udp !== null && isSilent && blocksUdp([...memories.values()].flatMap(({ udp }) => udp ?? []))
    return isBlocked ? { ...found, unknown: 'udp-blocked' } : found
  }

  async function askDirectly(server: ServerView, game: PlayersGame['game'], run: AbortSignal): Promise<PlayersAnswer> {
    const { ref } = server
    const details = gameOf(ref)
    const nothing = { count: null, game, address: null }
    if (game === null || games[game.id].asks.length === 0) return { ...nothing, unknown: 'unknown-game' }
    if (details === null) return { ...nothing, unknown: 'no-address' }
    const { count, unknown, address } = await askAll(server, game.id, details, run)
    return { count, unknown, game, address }
  }

  async function ask(server: ServerView, run: AbortSignal, isNow = false): Promise<PlayersAnswer> {
    const priority = isNow ? 'person' : 'background'
    const askedAt = clock.now()
    await learnEgg(server, run, priority)
    const game = gameFor(server.ref)
    const fromPanel = run.aborted ? null : await askPanel(server, game, run, priority)
    if (fromPanel === null) return askDirectly(server, game, run)
    const byPanel = { count: fromPanel, unknown: null, game, address: null }
    if (!isNow || fromPanel.at >= askedAt) return byPanel
    // A panel tells a count each minute; in between the game itself may tell one.
    const found = await askDirectly(server, game, run)
    return found.count === null ? byPanel : found
  }

  return {
    ask,
    /** The game that a person chose for a server, otherwise the guess. */
    gameFor,
    /** What a server's game is guessed to be, and the ports of the server. */
    gameOf(ref: ServerRef): PlayersGame {
      const ports = gameOf(ref)?.allocations.map(({ port }) => port) ?? []
      return { game: guessOf(ref), ports: [...new Set(ports)] }
    },
  }
}
