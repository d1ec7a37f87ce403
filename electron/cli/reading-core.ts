import type { Clock } from '../lib/clock.ts'
import type { PanelClient } from '../panel/types.ts'
import { createBackgroundPause } from '../servers/background-pause.ts'
import { createGames } from '../servers/games.ts'
import { createServerLists } from '../servers/lists.ts'
import { followWallClock } from '../state/set-back.ts'
import { createStore } from '../state/store.ts'
import type { Access } from './access.ts'
import { stateOf } from './state.ts'

/**
 * The parts of the app that a command reads its servers with: a state of its own, the lists of its keys, and the clients
 * by the ids that the keys have there.
 * @param clientOf the client to act with by a key; its own by default
 */
export function openReadingCore(
  accesses: readonly Access[],
  clock: Clock,
  clientOf: (access: Access) => PanelClient = ({ client }) => client,
) {
  const store = createStore(stateOf(accesses))
  const unsubscribe = followWallClock(store, clock)
  const ids = Object.keys(store.get().keys)
  const clients = new Map(accesses.map((access, i) => [ids[i], clientOf(access)]))
  const clientFor = (id: string) => clients.get(id)
  const backgroundPause = createBackgroundPause({ clock })
  const games = createGames({ store })
  const lists = createServerLists({ store, clock, clientFor, backgroundPause, onList: games.note })
  return {
    store,
    clientFor,
    backgroundPause,
    gameOf: games.gameOf,
    lists,
    dispose(): void {
      unsubscribe()
      lists.dispose()
      backgroundPause.dispose()
    },
  }
}
