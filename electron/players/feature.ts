import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { commandsOf, mayAsk } from '../../shared/model/players.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { Consoles } from '../console/consoles.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Route } from '../network/proxy.ts'
import type { GameDetails } from '../panel/game-details.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { VisibleServers } from '../servers/visible-servers.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { type Sockets, systemSockets } from './ask-udp.ts'
import { createConsoleCounts } from './console-counts.ts'
import { createPlayersPoller } from './poller.ts'
import { createSources } from './sources.ts'

type Context = Pick<FeatureBasics, 'store' | 'clock'> & {
  /** The routes that the proxy settings give for an origin. */
  findRoutes: (origin: string) => Promise<readonly Route[]>
  /** The ways to games; the system's by default. */
  gameSockets?: Sockets
}

type Uses = {
  preferences: Pick<PreferenceEdits, 'allowPlayersOfPanel' | 'setPlayersOfServer' | 'endPlayersQuestion'>
  clientFor: ClientFor
  /** What the lists tell of a server's game. */
  gameOf: (ref: ServerRef) => GameDetails | null
  consoles: Pick<Consoles, 'onLines' | 'watch' | 'unwatch'>
  commands: Pick<Commands, 'send'>
  visibleServers: VisibleServers
  backgroundPause: BackgroundPause
}

/** How long a console is given to open and to repeat its lines, and then the game to answer, in milliseconds. */
const openWithinMs = 5_000
const answerWithinMs = 10_000

type PlayersChannel = Extract<InvokeChannel, `players:${string}`>

/** How many are on: asked of the games themselves, where a person allowed it. */
export function createPlayersFeature(
  { store, clock, findRoutes, gameSockets = systemSockets }: Context,
  { preferences, clientFor, gameOf, consoles, commands, visibleServers, backgroundPause }: Uses,
) {
  const sources = createSources({
    store,
    clock,
    clientFor,
    gameOf,
    findRoutes,
    sockets: gameSockets,
    interfaces: networkInterfaces,
    random: randomBytes,
  })
  const poller = createPlayersPoller({
    store,
    clock,
    visibleServers,
    backgroundPause,
    isAllowed: (server) => mayAsk(store.get().preferences.players, server),
    ask: sources.ask,
  })

  const gameFor = (ref: ServerRef) => sources.gameFor(ref)?.id ?? null
  const counts = createConsoleCounts({
    store,
    clock,
    onLines: consoles.onLines,
    gameOf: gameFor,
    tell: poller.noteConsole,
  })
  const ending = new AbortController()

  const ofServer = (ref: ServerRef, edit: () => Result<void>) =>
    store.get().servers[ref] === undefined ? fail('unknown-server') : edit()

  /** Sends the game's list command once. Where the console is closed, it is opened for the answer. */
  async function askList(ref: ServerRef): Promise<Result<void>> {
    if (store.get().servers[ref] === undefined) return fail('unknown-server')
    const command = commandsOf(gameFor(ref))?.list
    if (command === undefined) return fail('no-list-command')
    const isOpen = store.get().consoles[ref]?.stream?.phase === 'open'
    const watcher = Symbol('list')
    consoles.watch(ref, watcher, 0)
    if (!isOpen) await clock.sleep(openWithinMs, ending.signal)
    // A list among the lines that it repeats could not be told from an old one.
    await clock.sleep(counts.repeatsFor(ref), ending.signal)
    if (ending.signal.aborted) return fail('cancelled')
    counts.expectList(ref)
    const sent = await commands.send(ref, command)
    void clock.sleep(answerWithinMs, ending.signal).then((isOver) => isOver && consoles.unwatch(ref, watcher))
    return sent
  }

  return {
    api: {
      watch: poller.watch,
      silenceOf: poller.silenceOf,
      /** What game a server is, guessed or chosen; null where it is not known. */
      gameFor,
    },
    handlers: {
      'players:allow': (request) =>
        'panelId' in request
          ? preferences.allowPlayersOfPanel(request.panelId, request.allowed)
          : ofServer(request.ref, () => preferences.setPlayersOfServer(request.ref, { isAsked: request.allowed })),
      'players:answer': () => preferences.endPlayersQuestion(),
      'players:game': ({ ref }) =>
        store.get().servers[ref] === undefined ? fail('unknown-server') : ok(sources.gameOf(ref)),
      'players:setGame': ({ ref, game, port }) =>
        ofServer(ref, () => preferences.setPlayersOfServer(ref, { game, port })),
      'players:test': async ({ ref }) => {
        const startedAt = clock.steady()
        const asked = await poller.askNow(ref)
        if (asked === null) return fail('unknown-server')
        const { count, unknown, address } = asked
        return ok({ count, unknown, address, tookMs: clock.steady() - startedAt })
      },
      'players:askList': ({ ref }) => askList(ref),
    } satisfies Feature<PlayersChannel>['handlers'],
    dispose() {
      ending.abort()
      counts.dispose()
      poller.dispose()
    },
  }
}
