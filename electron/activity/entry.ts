import type { ActivityEntry, ActivityEvent } from '../../shared/activity/contract.ts'
import { eventOfBackup, eventOfPlan, eventOfPower, eventOfRestore } from '../../shared/activity/words.ts'
import { bulkCounts } from '../../shared/bulk/words.ts'
import type { ReinstallRun } from '../../shared/jobs/contract.ts'
import { safeText } from '../../shared/model/text.ts'
import type { AppEvent } from '../notify/event.ts'

/** What is kept of a reinstall as it stands; null for one that was given up, which has replaced nothing. */
function reinstallEvent({ phase, isSlow, error }: ReinstallRun): ActivityEvent | null {
  if (phase !== 'installing' && phase !== 'done' && phase !== 'failed' && phase !== 'unknown') return null
  const step = phase === 'installing' ? (isSlow ? 'slow' : 'asked') : phase
  return { kind: 'reinstall', phase: step, origin: 'window', why: error && safeText(error.message) }
}

/** For a server that keeps restarting one entry says so, instead of one for every stop. */
function activityEvent(event: AppEvent): ActivityEvent | null {
  switch (event.kind) {
    case 'down':
      return event.isRepeated ? null : { kind: event.how }
    case 'off':
      return { kind: 'off' }
    case 'back':
      return event.isRepeated ? null : { kind: 'back' }
    case 'flapping':
      return { kind: 'flapping', count: event.count, spanMs: event.spanMs }
    case 'action':
      return eventOfPower(event.action)
    case 'plan':
      return eventOfPlan(event.plan)
    case 'escalation':
      // The kill itself gets an entry as an action.
      return null
    case 'bulk': {
      const { confirmed, unconfirmed, stalled, failed, cancelled } = bulkCounts(event.bulk)
      return { kind: 'bulk', confirmed, unconfirmed, stalled, failed, cancelled }
    }
    case 'backup':
      return eventOfBackup(event.run)
    case 'keep': {
      const { deleted } = event.run
      return { kind: 'keep', count: deleted.length, names: safeText(deleted.join(', ')), origin: 'schedule' }
    }
    case 'restore':
      return eventOfRestore(event.restore, 'window')
    case 'command':
      // Commands come from the window only.
      return { kind: 'command', origin: 'window' }
    case 'joined':
    case 'left':
    case 'frozen':
      return null
    case 'reinstall':
      return reinstallEvent(event.run)
    case 'key-refused':
      return { kind: 'key-refused' }
  }
}

/** The entry for an event; null for one that is not kept. */
export function activityEntry(event: AppEvent, id: string): ActivityEntry | null {
  const kept = activityEvent(event)
  const ref = 'ref' in event ? event.ref : null
  return kept && { id, at: event.at, ref, name: safeText(event.name), event: kept }
}
