import { type ActivityDetail, maxActivityLinesHeld } from '../../shared/model/panel-activity.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { PanelEvent } from '../panel/activity-entry.ts'
import { sentenceOf } from './sentence.ts'

const gone = {
  message: 'What this line hides is no longer here.',
  hint: 'Read the list again, then press Show.',
}

/** What lists of activity hide until a person asks: held in this process only, never in the window or on disk. */
export type HeldDetails = {
  hold(place: string, events: readonly PanelEvent[]): void
  /** Error: `state-changed` where it is not held any more. */
  read(place: string, id: string): Result<readonly ActivityDetail[]>
}

/** Details of the events read last, by where they were read (a server, an account) and the panel's id of the entry. */
export function createHeldDetails(): HeldDetails {
  const held = new Map<string, readonly ActivityDetail[]>()
  const keyOf = (place: string, id: string) => JSON.stringify([place, id])
  return {
    hold(place, events) {
      for (const event of events) {
        const key = keyOf(place, event.id)
        held.delete(key)
        held.set(key, sentenceOf(event).details)
      }
      for (const key of [...held.keys()].slice(0, Math.max(0, held.size - maxActivityLinesHeld))) held.delete(key)
    },
    read(place, id) {
      const details = held.get(keyOf(place, id))
      return details === undefined ? fail('state-changed', gone) : ok(details)
    },
  }
}
