import { createListeners } from '../../shared/listeners.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { type Clock, wallOf } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { StateStore } from '../state/store.ts'
import { changeServer } from '../state/updates.ts'
import type { AppEvent } from './event.ts'
import { type EventMemory, eventsOf, forgetStop, noMemory } from './events.ts'
import type { Down } from './stopped-elsewhere.ts'

/** Follows the state and tells what happened in it. */
export function createEventWatch(deps: {
  store: StateStore
  clock: Clock
  backgroundPause: Pick<BackgroundPause, 'onEnd'>
  /** Asked of each server that goes down unexpectedly, before that is told. */
  wasStoppedElsewhere: (down: Down) => Promise<boolean>
}) {
  const { store, clock, backgroundPause, wasStoppedElsewhere } = deps
  const listeners = createListeners<[events: readonly AppEvent[]]>()
  /** Since when the app polls without a pause, in steady milliseconds. */
  let lookingSince = clock.steady()
  let memory: EventMemory = noMemory()
  let seen = store.get()
  let isDisposed = false

  function follow(): void {
    const before = seen
    seen = store.get()
    const step = eventsOf(memory, before, seen, { now: clock.now(), lookingSince: wallOf(clock, lookingSince) })
    memory = step.memory
    const downs = step.events.filter((event) => event.kind === 'down')
    // That a server keeps going down is told with the stop that shows it.
    const doubtedBy = (some: readonly Down[]) => (event: AppEvent) =>
      (event.kind === 'down' || event.kind === 'flapping') && some.some(({ ref }) => ref === event.ref)
    const isDoubted = doubtedBy(downs)
    tell(step.events.filter((event) => !isDoubted(event)))
    for (const down of downs) void judge(down, step.events.filter(doubtedBy([down])))
  }

  async function judge(down: Down, doubted: readonly AppEvent[]): Promise<void> {
    const isElsewhere = await wasStoppedElsewhere(down)
    if (isDisposed) return
    if (!isElsewhere) return tell(doubted)
    forgetStop(memory, down.ref)
    tell([{ kind: 'off', ref: down.ref, name: down.name, at: down.at }])
  }

  function tell(events: readonly AppEvent[]): void {
    if (events.length === 0) return
    store.update(applyUnexpectedStops(events))
    listeners.notify(events)
  }

  const endings = [
    store.subscribe(follow),
    backgroundPause.onEnd(() => {
      lookingSince = clock.steady()
    }),
  ]
  return {
    /** Called for every change of the state in which something happened, once the state shows the stops. */
    subscribe: listeners.add,
    dispose(): void {
      isDisposed = true
      for (const end of endings) end()
    },
  }
}

export type EventWatch = ReturnType<typeof createEventWatch>

/** True for an action that the panel took, or may have taken: a person has dealt with the stop. */
const isTaken = ({ phase }: PowerAction) => phase === 'accepted' || phase === 'unconfirmed'
/** True where that came after a stop, which is judged only now. */
const isDealtWith = (action: PowerAction | null, at: number) =>
  action !== null && action.startedAt > at && (isTaken(action) || action.phase === 'confirmed')

/** Marks servers that went down unexpectedly, and unmarks those that run again or are acted on. */
const applyUnexpectedStops =
  (events: readonly AppEvent[]) =>
  (state: AppState): AppState =>
    events.reduce((next, event) => {
      if (event.kind === 'down') {
        const unexpectedStop = { how: event.how, at: event.at }
        return changeServer(event.ref, (server) =>
          isDealtWith(server.action, event.at) ? server : { ...server, unexpectedStop },
        )(next)
      }
      if (event.kind !== 'back' && !(event.kind === 'action' && isTaken(event.action))) return next
      return changeServer(event.ref, (server) =>
        server.unexpectedStop === null ? server : { ...server, unexpectedStop: null },
      )(next)
    }, state)
