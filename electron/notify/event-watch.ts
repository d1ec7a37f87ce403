import { createListeners } from '../../shared/listeners.ts'
import { type Clock, wallOf } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { StateStore } from '../state/store.ts'
import type { AppEvent } from './event.ts'
import { type EventMemory, eventsOf, noMemory } from './events.ts'
import { applyUnexpectedStops } from './unexpected-stops.ts'

export type EventWatch = {
  /** Called for every change of the state in which something happened, once the state shows the stops. */
  subscribe(listener: (events: readonly AppEvent[]) => void): () => void
  dispose(): void
}

/** Follows the state and tells what happened in it. */
export function createEventWatch(deps: {
  store: StateStore
  clock: Clock
  backgroundPause: Pick<BackgroundPause, 'onEnd'>
}): EventWatch {
  const { store, clock, backgroundPause } = deps
  const listeners = createListeners<[events: readonly AppEvent[]]>()
  /** Since when the app polls without a pause, in steady milliseconds. */
  let lookingSince = clock.steady()
  let memory: EventMemory = noMemory
  let seen = store.get()

  function follow(): void {
    const before = seen
    seen = store.get()
    const step = eventsOf(memory, before, seen, { now: clock.now(), lookingSince: wallOf(clock, lookingSince) })
    memory = step.memory
    if (step.events.length === 0) return
    store.update(applyUnexpectedStops(step.events))
    listeners.notify(step.events)
  }

  const endings = [
    store.subscribe(follow),
    backgroundPause.onEnd(() => {
      lookingSince = clock.steady()
    }),
  ]
  return {
    subscribe: listeners.add,
    dispose() {
      for (const end of endings) end()
    },
  }
}
