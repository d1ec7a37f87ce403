import type { ActivityEntry, ActivityEvent, ActivityEventOf } from '../../shared/activity/contract.ts'
import { eventOfBackup, eventOfPlan, eventOfPower, eventOfRestore } from '../../shared/activity/words.ts'
import { bulkCounts } from '../../shared/bulk/words.ts'
import type { ReinstallRun } from '../../shared/jobs/contract.ts'
import { safeText } from '../../shared/model/text.ts'
import type { AppEvent } from '../notify/event.ts'

/** What is kept of a reinstall as it stands; null for one that was given up, which has replaced nothing. */
function reinstallStep({ phase, isSlow }: ReinstallRun): ActivityEventOf<'reinstall'>['phase'] | null {
  switch (phase) {
    case 'done':
    case 'failed':
    case 'unknown':
      return phase
    case 'installing':
      return isSlow ? 'slow' : 'asked'
    default:
      return null
  }
}

function reinstallEvent({ run }: Extract<AppEvent, { kind: 'reinstall' }>): ActivityEvent | null {
  const phase = reinstallStep(run)
  if (phase === null) return null
  const why = run.error === null ? null : safeText(run.error.message)
  return { kind: 'reinstall', phase, origin: 'window', why }
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
      const { deleted, origin } = event.run
      return { kind: 'keep', count: deleted.length, names: safeText(deleted.join(', ')), origin }
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
      return reinstallEvent(event)
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
