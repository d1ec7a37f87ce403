import type { PowerAction } from '../../../shared/model/power-schema.ts'
import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { clockTime, countdown } from '../../../shared/model/time-words.ts'
import { isHeldByBackup, isWaiting, onlineText, sentBefore, waitEndText } from '../../../shared/restart/plan-words.ts'
import { planTrouble } from '../../../shared/servers/attention.ts'
import type { Outcome } from '../outcome.ts'

/**
 * The time until zero.
 * @param now a whole second, so that all countdowns change together
 */
export const timeLeft = ({ zeroAt }: PlanView, now: number): string =>
  countdown(Math.floor(zeroAt / 1_000) * 1_000, now)

/**
 * True for a countdown that has room in the head of its server's view; a wait, or why nobody asked for it, has more to
 * say.
 */
export const isToldInHead = (plan: PlanView, isNarrow: boolean): boolean =>
  isAhead(plan) && !isWaiting(plan) && plan.origin !== 'frozen' && !isNarrow

/** Why a plan failed, as far as it is known. */
export const failedText = ({ error }: PlanView): string => `Restart with warning failed. ${error?.message ?? ''}`.trim()

/** True for a countdown whose time left is known: neither an empty server nor a backup is waited for. */
export const isTimed = (plan: PlanView): boolean => !isWaiting(plan) && !isHeldByBackup(plan)

/** Why the time of a countdown cannot be changed any more; null where it can. */
export function whyFixed({ phase }: PlanView): string | null {
  if (phase === 'counting') return null
  return phase === 'backing-up' ? 'it waits for its backup' : 'it restarts in a moment'
}

/** The countdown in a server's row, or what it waits for; null for a plan that does not count down. */
export function countdownWord(plan: PlanView, now: number): string | null {
  if (isWaiting(plan)) return `Waiting: ${plan.waiting === null ? waitEndText(plan) : onlineText(plan.waiting)}`
  if (isHeldByBackup(plan)) return 'Backing up first…'
  return isAhead(plan) ? `Restarts in ${timeLeft(plan, now)}` : null
}

/**
 * The outcome that stays in a server's row after its plan ended: failed, or missed. Null once a newer signal was sent.
 */
export function planOutcome(plan: PlanView | null, action: PowerAction | null): Outcome | null {
  const trouble = planTrouble(plan, action)
  if (plan === null || trouble === null) return null
  const common = { tone: 'bad', short: `Restart ${trouble}`, at: plan.endedAt ?? plan.zeroAt } as const
  if (trouble === 'missed')
    return { ...common, text: `Restart at ${clockTime(plan.zeroAt)} missed.`, hint: sentBefore(plan) }
  return { ...common, text: failedText(plan), hint: plan.error?.hint ?? '' }
}
