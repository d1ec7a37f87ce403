import type { ActivityEvent } from '../../shared/activity/contract.ts'
import { eventOfBackup, eventOfPlan, eventOfPower } from '../../shared/activity/words.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { hasEnded } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'

/** What the activity list keeps of a signal: the command line does not wait for what comes of it. */
export function notedPower(signal: PowerSignal, error: AppError | null): ActivityEvent | null {
  const phase = error === null || error.mayHaveActed ? 'unconfirmed' : 'refused'
  return eventOfPower({ signal, origin: 'cli', phase, error })
}

export const notedCommand: ActivityEvent = { kind: 'command', origin: 'cli' }

/** What the activity list keeps of a backup. */
export function notedBackup(error: AppError | null): ActivityEvent | null {
  const isKnown = error === null || (!error.mayHaveActed && error.code !== 'backup-not-seen')
  const phase = error === null ? 'done' : isKnown ? 'failed' : 'not-seen'
  return eventOfBackup({ phase, origin: 'cli', error })
}

/** What the activity list keeps of a restart with warnings; one that the panel took is as good as done here. */
export const notedPlan = ({ phase, error }: PlanView): ActivityEvent | null =>
  eventOfPlan({ phase: hasEnded({ phase }) ? phase : 'done', origin: 'cli', error })
