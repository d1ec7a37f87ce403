import type { ActivityEntry, ActivityEvent } from '../../shared/model/activity.ts'
import { bulkCounts } from '../../shared/model/bulk-summary.ts'
import { safeText } from '../../shared/model/text.ts'
import type { AppEvent } from '../notify/event.ts'

/** A name or a reason in the list, in characters: what a panel wrote must not fill it. */
const maxTextLength = 200

type ActionEvent = Extract<AppEvent, { kind: 'action' }>

/** Only the end of an action is kept. */
function powerEvent({ action }: ActionEvent): ActivityEvent | null {
  const { signal, origin, phase, error } = action
  if (phase === 'sending' || phase === 'waiting' || phase === 'accepted') return null
  const why = error === null ? null : safeText(error.message, maxTextLength)
  return { kind: 'power', signal, origin, phase, why }
}

function planEvent({ plan }: Extract<AppEvent, { kind: 'plan' }>): ActivityEvent | null {
  const { phase, origin, error } = plan
  if (phase !== 'done' && phase !== 'cancelled' && phase !== 'failed' && phase !== 'missed') return null
  const why = error === null ? null : safeText(error.message, maxTextLength)
  return { kind: 'plan', phase, origin, why }
}

/** Of a server that keeps restarting, that it does so is kept instead of every stop. */
function activityEvent(event: AppEvent): ActivityEvent | null {
  switch (event.kind) {
    case 'down':
      return event.isRepeated ? null : { kind: event.how }
    case 'back':
      return event.isRepeated ? null : { kind: 'back' }
    case 'flapping':
      return { kind: 'flapping', count: event.count, spanMs: event.spanMs }
    case 'action':
      return powerEvent(event)
    case 'plan':
      return planEvent(event)
    case 'escalation':
      // The kill is an action, which is kept as such.
      return null
    case 'bulk': {
      const { confirmed, unconfirmed, stalled, failed, cancelled } = bulkCounts(event.bulk)
      return { kind: 'bulk', confirmed, unconfirmed, stalled, failed, cancelled }
    }
    case 'command':
      // Commands are typed in the window only.
      return { kind: 'command', origin: 'window' }
    case 'key-refused':
      return { kind: 'key-refused' }
  }
}

/** What the list keeps of an event; null where it keeps nothing. */
export function activityEntry(event: AppEvent, id: string): ActivityEntry | null {
  const kept = activityEvent(event)
  const ref = 'ref' in event ? event.ref : null
  return kept && { id, at: event.at, ref, name: safeText(event.name, maxTextLength), event: kept }
}
