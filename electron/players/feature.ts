import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { mayAsk } from '../../shared/model/players.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { VisibleServers } from '../servers/visible-servers.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { StateStore } from '../state/store.ts'
import { createPlayersPoller, type PlayersPoller } from './poller.ts'

type Context = {
  store: StateStore
  clock: Clock
  /** Allows to ask all games, whatever the settings say. */
  allowsPlayers: boolean
}

type Others = {
  preferences: Pick<PreferenceEdits, 'allowPlayersOfPanel' | 'setPlayersOfServer' | 'endPlayersQuestion'>
  visibleServers: VisibleServers
  backgroundPause: BackgroundPause
}

type PlayersChannel = Extract<InvokeChannel, `players:${string}`>

type Api = Pick<PlayersPoller, 'watch'>

/** How many are on: asked of the games themselves, where a person allowed it. */
export function createPlayersFeature(
  { store, clock, allowsPlayers }: Context,
  { preferences, visibleServers, backgroundPause }: Others,
): Feature<PlayersChannel> & { readonly api: Api } {
  const poller = createPlayersPoller({
    store,
    clock,
    visibleServers,
    backgroundPause,
    isAllowed: (server) => allowsPlayers || mayAsk(store.get().preferences.players, server),
    ask: async () => ({ count: null, unknown: 'unknown-game', game: null, address: null }),
  })

  const ofServer = (ref: ServerRef, edit: () => Result<void>) =>
    store.get().servers[ref] === undefined ? fail('unknown-server') : edit()

  return {
    api: { watch: poller.watch },
    handlers: {
      'players:allow': (request) =>
        'panelId' in request
          ? preferences.allowPlayersOfPanel(request.panelId, request.allowed)
          : ofServer(request.ref, () => preferences.setPlayersOfServer(request.ref, { isAsked: request.allowed })),
      'players:answer': () => preferences.endPlayersQuestion(),
      'players:game': ({ ref }) =>
        store.get().servers[ref] === undefined ? fail('unknown-server') : ok({ game: null, ports: [] }),
      'players:setGame': ({ ref, game, port }) =>
        ofServer(ref, () => preferences.setPlayersOfServer(ref, { game, port })),
      'players:test': async ({ ref }) => {
        const startedAt = clock.steady()
        const asked = await poller.askNow(ref)
        if (asked === null) return fail('unknown-server')
        const { count, unknown, address } = asked
        return ok({ count, unknown, address, tookMs: clock.steady() - startedAt })
      },
      'players:askList': ({ ref }) => ofServer(ref, () => fail('no-list-command')),
    },
    dispose: poller.dispose,
  }
}
