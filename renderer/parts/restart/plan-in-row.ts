import type { PowerAction } from '../../../shared/model/power.ts'
import type { PlanView } from '../../../shared/model/restart.ts'
import { isAhead } from '../../../shared/model/restart-choices.ts'
import { clockTime, countdown } from '../../../shared/model/time-words.ts'
import type { Outcome } from '../outcome.ts'

const secondMs = 1_000

/** The time until zero, which goes down by a second with each turn of the clock. @param now a whole second */
export const timeLeft = ({ zeroAt }: PlanView, now: number): string =>
  countdown(Math.floor(zeroAt / secondMs) * secondMs, now)

/** The words for a server whose restart is counted down; null for a plan that is not. */
export function countdownWord(plan: PlanView, now: number): string | null {
  return isAhead(plan) ? `Restarts in ${timeLeft(plan, now)}` : null
}

/**
 * What stays to be told in the row of a server after its plan ended: that it failed, or was missed. A signal that was
 * sent since then is the newer news.
 */
export function planOutcome(plan: PlanView | null, action: PowerAction | null): Outcome | null {
  if (plan === null || (action !== null && action.startedAt > (plan.endedAt ?? plan.zeroAt))) return null
  if (plan.phase === 'failed')
    return {
      tone: 'bad',
      text: `Restart with warning failed. ${plan.error?.message ?? ''}`.trim(),
      hint: plan.error?.hint ?? '',
    }
  if (plan.phase === 'missed')
    return { tone: 'bad', text: `Restart at ${clockTime(plan.zeroAt)} missed.`, hint: 'Nothing was sent for it.' }
  return null
}
