import type { PowerAction, PowerSignal } from '../../shared/model/power.ts'
import type { StallMinutes } from '../../shared/model/preferences.ts'
import { type Evidence, runsAnew, stateSince } from './evidence.ts'

/** A kill waits for nothing, so its effect shows within a minute. */
const killMs = 60_000

/** How long a signal may take to show before its action counts as stalled, in milliseconds. */
function stallAfterMs(signal: PowerSignal, minutes: StallMinutes): number {
  return signal === 'kill' ? killMs : minutes[signal] * 60_000
}

/** Counts only states that were read after the action began, not older ones from the panel's cache. */
function isReached(signal: PowerSignal, evidence: Evidence): boolean {
  switch (signal) {
    case 'start':
      return stateSince(evidence) === 'running'
    case 'restart':
      return runsAnew(evidence)
    case 'stop':
    case 'kill':
      return stateSince(evidence) === 'offline'
  }
}

/**
 * What an accepted action has come to, judged by what was seen of its server since. One that stalled may still be
 * confirmed.
 * @returns the new phase, or null while nothing has changed
 */
export function outcomeOf(
  action: PowerAction,
  evidence: Evidence,
  context: { readonly now: number; readonly stallMinutes: StallMinutes },
): 'confirmed' | 'stalled' | null {
  if (isReached(action.signal, evidence)) return 'confirmed'
  const isLate = context.now - action.changedAt > stallAfterMs(action.signal, context.stallMinutes)
  return action.phase === 'accepted' && isLate ? 'stalled' : null
}
