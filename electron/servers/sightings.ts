import { valuesOf } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { noteObservations, type Sighting } from './observations.ts'
import { isTold } from './told.ts'

/**
 * What is read of servers that nobody looks at is told together, this often in milliseconds: the more seldom the more
 * servers there are, since a change costs in proportion to them.
 */
const tellEveryMs = { least: 1_000, most: 5_000, perServer: 1 }

/** What looks at servers bring, on its way into the state. */
export type Sightings = {
  /** @param isUrgent somebody looks at the server: it is told at once, with all that waits */
  note(sighting: Sighting, isUrgent: boolean): void
  /** Tells what has waited long enough. @param isAsking more is on its way, and is told with it */
  tellDue(isAsking: boolean): void
}

/** Every change of the state has its price, the greater the more servers there are: only what is looked at is told at once. */
export function createSightings({ store, clock }: { store: StateStore; clock: Clock }): Sightings {
  let untold: Sighting[] = []
  let untoldSince = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY

  function isDue(isAsking: boolean): boolean {
    const { least, most, perServer } = tellEveryMs
    const everyMs = Math.min(most, Math.max(least, valuesOf(store.get().servers).length * perServer))
    return clock.steady() - (isAsking ? untoldSince : toldAt) >= everyMs
  }

  function tell(): void {
    if (untold.length === 0) return
    const known = store.get()
    const now = clock.now()
    const sightings = untold
      .filter(({ ref, seen }) => seen.kind !== 'reading' || !isTold(known, ref, now))
      // What waited while the clock was set back would lie ahead, and keep out what comes after it.
      .map(({ ref, seen }) => ({ ref, seen: { ...seen, at: Math.min(seen.at, now) } }))
    untold = []
    toldAt = clock.steady()
    store.update(noteObservations(sightings))
  }

  return {
    note(sighting, isUrgent) {
      if (untold.length === 0) untoldSince = clock.steady()
      untold.push(sighting)
      if (isUrgent) tell()
    },
    tellDue(isAsking) {
      if (isDue(isAsking)) tell()
    },
  }
}
