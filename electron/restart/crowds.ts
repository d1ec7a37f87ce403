import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Moment } from '../lib/instant.ts'
import type { StateStore } from '../state/store.ts'
import { type Crowd, nobodyAsked, noteCount } from './crowd.ts'

/** Asks now how many are on, and goes on asking every 20 s until what it returns is called. */
export type WatchPlayers = (ref: ServerRef) => () => void

/** The players of the servers for which something waits. */
export type Crowds = {
  /** Keeps to these servers from now on, and takes in what is known of them. */
  follow(refs: ReadonlySet<ServerRef>, now: Moment): void
  /** Nothing is known of a server that is not followed. */
  of(ref: ServerRef): Crowd
  dispose(): void
}

export function createCrowds(deps: { store: Pick<StateStore, 'get'>; watchPlayers: WatchPlayers }): Crowds {
  const { store, watchPlayers } = deps
  const held = new Map<ServerRef, { readonly crowd: Crowd; readonly release: () => void }>()
  return {
    follow(refs, now) {
      for (const [ref, { release }] of held) {
        if (refs.has(ref)) continue
        held.delete(ref)
        release()
      }
      for (const ref of refs) {
        const { crowd, release } = held.get(ref) ?? { crowd: nobodyAsked, release: watchPlayers(ref) }
        held.set(ref, { crowd: noteCount(crowd, store.get().players[ref]?.count ?? null, now), release })
      }
    },
    of: (ref) => held.get(ref)?.crowd ?? nobodyAsked,
    dispose() {
      for (const { release } of held.values()) release()
      held.clear()
    },
  }
}
