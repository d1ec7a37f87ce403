import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Clock } from '../lib/clock.ts'
import { type Moment, momentOf } from '../lib/instant.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import type { PlayersHold } from '../players/poller.ts'
import type { StateStore } from '../state/store.ts'
import { type Crowd, nobodyAsked, noteCount, noteLook } from './crowd.ts'

/** Asks now how many are on, and goes on asking every 20 s until that is released. */
export type WatchPlayers = (ref: ServerRef) => PlayersHold

/** For so long the answer to a last look is waited for, in milliseconds; after half of it they are asked once more. */
export const lookMs = 1_000

/** The players of the servers for which something waits. */
export type Crowds = {
  /** Keeps to these servers from now on, and takes in what is known of them. */
  follow(refs: ReadonlySet<ServerRef>, now: Moment): void
  /** Nothing is known of a server that is not followed. */
  of(ref: ServerRef): Crowd
  /** Asks a server that is followed anew, and takes in what comes of it; ends after a second at most. */
  look(ref: ServerRef): Promise<void>
  /** The computer slept: that nobody was on before says nothing of the time after. */
  noteSleep(): void
  dispose(): void
}

export function createCrowds(deps: {
  store: Pick<StateStore, 'get'>
  clock: Clock
  watchPlayers: WatchPlayers
}): Crowds {
  const { store, clock, watchPlayers } = deps
  const held = new Map<ServerRef, { crowd: Crowd; readonly hold: PlayersHold }>()
  return {
    follow(refs, now) {
      for (const [ref, { hold }] of held) {
        if (refs.has(ref)) continue
        held.delete(ref)
        hold.release()
      }
      for (const ref of refs) {
        const one = held.get(ref) ?? { crowd: nobodyAsked, hold: watchPlayers(ref) }
        one.crowd = noteCount(one.crowd, store.get().players[ref]?.count ?? null, now)
        held.set(ref, one)
      }
    },
    async look(ref) {
      const one = held.get(ref)
      if (one === undefined) return
      const at = clock.steady()
      one.crowd = { ...one.crowd, look: { at, answer: 'open' } }
      const asked = one.hold.ask()
      const soon = await withTimeout(clock, lookMs / 2, asked)
      const again = () => withTimeout(clock, lookMs / 2, Promise.race([asked, one.hold.ask()]))
      const count = soon === late ? await again() : soon
      one.crowd = noteLook(one.crowd, at, count === late ? null : count, momentOf(clock))
    },
    noteSleep() {
      for (const one of held.values()) one.crowd = { ...one.crowd, zeroSince: null }
    },
    of: (ref) => held.get(ref)?.crowd ?? nobodyAsked,
    dispose() {
      for (const { hold } of held.values()) hold.release()
      held.clear()
    },
  }
}
