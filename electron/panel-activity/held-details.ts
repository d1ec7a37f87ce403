import { maxActivityLinesHeld } from '../../shared/activity/activity.ts'
import type { ActivityDetail } from '../../shared/activity/contract.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { PanelEvent } from './panel.ts'
import { sentenceOf } from './sentence.ts'

const gone = {
  message: 'What this line hides is no longer here.',
  hint: 'Look at the activity again, then press Show.',
}

/** Maximum number of places whose details are held: those that were read last. */
const maxPlaces = 50

/**
 * What lists of activity hide until a person asks, by server and the panel's id of the entry. Held in this process only,
 * never in the window or on disk.
 */
export function createHeldDetails() {
  const held = new Map<string, Map<string, readonly ActivityDetail[]>>()
  /** Forgets the oldest of what is more than `max`. */
  function bound(map: Map<string, unknown>, max: number): void {
    for (const key of [...map.keys()].slice(0, Math.max(0, map.size - max))) map.delete(key)
  }
  return {
    hold(place: string, events: readonly PanelEvent[]): void {
      const ofPlace = held.get(place) ?? new Map<string, readonly ActivityDetail[]>()
      for (const event of events) {
        ofPlace.delete(event.id)
        ofPlace.set(event.id, sentenceOf(event).details)
      }
      bound(ofPlace, maxActivityLinesHeld)
      held.delete(place)
      held.set(place, ofPlace)
      bound(held, maxPlaces)
    },
    /** Error: `state-changed` where it is not held any more. */
    read(place: string, id: string): Result<readonly ActivityDetail[]> {
      const details = held.get(place)?.get(id)
      return details === undefined ? fail('state-changed', gone) : ok(details)
    },
  }
}
