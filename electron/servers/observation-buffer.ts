import { valuesOf } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { isReadByConsole } from './console-readings.ts'
import { noteObservations, type ServerObservation } from './observations.ts'

/** How often the buffer is emptied, in milliseconds: `perServer` times the number of all servers, within the bounds. */
const flushEveryMs = { least: 1_000, most: 5_000, perServer: 1 }

/**
 * Observations of servers that wait to be written to the state together: each change of the state costs time in
 * proportion to the number of servers, so only what somebody looks at is written at once.
 */
export function createObservationBuffer({ store, clock }: { store: StateStore; clock: Clock }) {
  let waiting: ServerObservation[] = []
  let waitingSince = Number.NEGATIVE_INFINITY
  let flushedAt = Number.NEGATIVE_INFINITY

  function isDue(isAsking: boolean): boolean {
    const { least, most, perServer } = flushEveryMs
    const everyMs = Math.min(most, Math.max(least, valuesOf(store.get().servers).length * perServer))
    return clock.steady() - (isAsking ? waitingSince : flushedAt) >= everyMs
  }

  function flush(): void {
    if (waiting.length === 0) return
    const known = store.get()
    const now = clock.now()
    const observations = waiting
      .filter(({ ref, seen }) => seen.kind !== 'reading' || !isReadByConsole(known, ref, now))
      // One taken before the clock was set back would lie in the future, and be taken for newer than all that follow.
      .map(({ ref, seen }) => {
        const from = seen.kind === 'reading' && seen.from !== undefined ? { from: Math.min(seen.from, now) } : {}
        return { ref, seen: { ...seen, at: Math.min(seen.at, now), ...from } }
      })
    waiting = []
    flushedAt = clock.steady()
    store.update(noteObservations(observations))
  }

  return {
    /** @param isUrgent somebody looks at the server: this and all that wait are written at once */
    note(observation: ServerObservation, isUrgent: boolean): void {
      if (waiting.length === 0) waitingSince = clock.steady()
      waiting.push(observation)
      if (isUrgent) flush()
    },
    /**
     * Writes what has waited long enough.
     * @param isAsking more polls are under way, whose observations are written together with these
     */
    flushDue(isAsking: boolean): void {
      if (isDue(isAsking)) flush()
    },
  }
}
