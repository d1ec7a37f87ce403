import type { Clock } from '../clock.ts'
import { noteObservations, type Sighting } from '../state/observations.ts'
import type { StateStore } from '../state/store.ts'
import { isTold } from './told.ts'

/** What is seen of servers that nobody looks at is told together, this often in milliseconds. */
export const tellEveryMs = 1_000

/** What looks at servers bring, on its way into the state. */
export type Sightings = {
  /** @param isUrgent somebody looks at the server: it is told at once, with all that waits */
  note(sighting: Sighting, isUrgent: boolean): void
  /** Tells what has waited long enough. */
  tellDue(): void
}

/** Every change of the state has its price, the greater the more servers there are: so most are told together. */
export function createSightings({ store, clock }: { store: StateStore; clock: Clock }): Sightings {
  let untold: Sighting[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  const isDue = () => clock.now() - toldAt >= tellEveryMs

  function tell(): void {
    if (untold.length === 0) return
    const sightings = untold
    untold = []
    toldAt = clock.now()
    const known = store.get()
    store.update(
      noteObservations(sightings.filter(({ ref, seen }) => seen.kind !== 'reading' || !isTold(known, ref, toldAt))),
    )
  }

  return {
    note(sighting, isUrgent) {
      untold.push(sighting)
      if (isUrgent || isDue()) tell()
    },
    tellDue() {
      if (isDue()) tell()
    },
  }
}
