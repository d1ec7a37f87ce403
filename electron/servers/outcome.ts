import type { PowerAction, PowerSignal } from '../../shared/model/power.ts'
import type { StallMinutes } from '../../shared/model/preferences.ts'
import { type Evidence, runsAnew, stateSince } from './evidence.ts'

/**
 * Once the limit is over, an answer is waited for this long, in milliseconds, while the computer is awake: longer than a
 * panel takes for its own update, since a start that was to follow would not come any more.
 */
const patienceMs = 30 * 60_000
/** A kill waits for nothing, so its effect shows within a minute. */
const killMs = 60_000

/** How long a signal may take to show before its action counts as stalled, in milliseconds. */
export function stallAfterMs(signal: PowerSignal, minutes: StallMinutes): number {
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
 * What an accepted action has come to, judged by what was seen of its server since. It has stalled where an answer says so
 * that was asked for after its limit: before a sleep, or before its panel went away, there was time left. One that stalled
 * may still be confirmed.
 * @param context.lateAt when its limit is over, in steady milliseconds as all times here
 * @param context.unseenMs for how long since then no answer came while the computer was awake
 * @returns the new phase, or null while nothing has changed; `unseen` where nothing is waited for any longer
 */
export function outcomeOf(
  { signal, phase }: Pick<PowerAction, 'signal' | 'phase'>,
  evidence: Evidence,
  context: { readonly now: number; readonly lateAt: number; readonly unseenMs: number },
): 'confirmed' | 'stalled' | 'unseen' | null {
  const { now, lateAt, unseenMs } = context
  if (isReached(signal, evidence)) return 'confirmed'
  if (phase !== 'accepted' || now <= lateAt) return null
  if (evidence.latest !== null && evidence.latest.askedAt > lateAt) return 'stalled'
  return unseenMs > patienceMs ? 'unseen' : null
}
