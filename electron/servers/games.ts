import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { serverRef } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import type { GameDetails } from '../panel/game-details.ts'
import type { ListedServer } from '../panel/types.ts'
import type { StateStore } from '../state/store.ts'

/** More to go by is better: a key may see one address and no variables where another sees all. */
const weight = ({ allocations, variables }: GameDetails) => allocations.length + Object.keys(variables).length

/**
 * What the lists tell of the servers' games, by key. It is kept here and not in the state, since the window has no use
 * for a server's addresses and variables.
 */
export function createGames({ store }: { store: Pick<StateStore, 'get'> }) {
  const byKey = new Map<KeyId, ReadonlyMap<ServerRef, GameDetails>>()
  return {
    /** Takes over what the newest list of a key tells, in place of what its last one told. */
    note(keyId: KeyId, servers: readonly ListedServer[]): void {
      const { keys } = store.get()
      for (const known of byKey.keys()) if (own(keys, known) === undefined) byKey.delete(known)
      const key = own(keys, keyId)
      if (key === undefined) return
      const ofKey = new Map<ServerRef, GameDetails>()
      for (const { identifier, game } of servers) if (game !== null) ofKey.set(serverRef(key.panelId, identifier), game)
      byKey.set(keyId, ofKey)
    },
    /** What is known of a server's game; null for a server that is not listed, and where no list tells anything. */
    gameOf(ref: ServerRef): GameDetails | null {
      const found = (store.get().servers[ref]?.keyIds ?? []).flatMap((keyId) => byKey.get(keyId)?.get(ref) ?? [])
      return found.sort((a, b) => weight(b) - weight(a))[0] ?? null
    },
  }
}

export type Games = ReturnType<typeof createGames>
