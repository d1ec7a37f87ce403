import { hasEnded, isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { isHeldByBackup, isWaiting, waitEndText } from '../../../shared/restart/plan-words.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { spanText } from '../../parts/restart/warnings.ts'
import { tellPlan } from './plan-words.ts'

/** The warnings, in seconds before zero, at which the time left is announced; all of them would be too many. */
const milestones: ReadonlySet<number> = new Set([600, 300, 60, 10])

const sentAt = ({ steps }: PlanView, seconds: number) =>
  steps.some(({ kind, secondsBefore, result }) => kind === 'warning' && secondsBefore === seconds && result === 'sent')

function spoken(before: PlanView | undefined, plan: PlanView): string | null {
  // How many are on changes all the time, and is not said.
  if (isWaiting(plan) && (before === undefined || before.zeroAt !== plan.zeroAt))
    return `waiting for an empty server, ${waitEndText(plan)}`
  if (before === undefined)
    return isAhead(plan) ? `restarts in ${spanText(Math.round((plan.zeroAt - plan.startedAt) / 1_000))}` : null
  if (isHeldByBackup(plan) && !isHeldByBackup(before)) return 'waiting for its backup, restarts after it'
  if (before.zeroAt !== plan.zeroAt && isAhead(plan)) return `restart moved to ${clockTime(plan.zeroAt)}`
  if (before.phase !== plan.phase && hasEnded(plan)) return tellPlan(plan, plan.endedAt ?? plan.zeroAt).text
  const reached = [...milestones].find((seconds) => sentAt(plan, seconds) && !sentAt(before, seconds))
  return reached === undefined ? null : `restarts in ${spanText(reached)}`
}

/** Announcements about countdowns: their start, milestones and end, not every second. */
export function announcePlans(before: AppState, after: AppState): string {
  if (before.plans === after.plans) return ''
  const changes = Object.values(after.plans).flatMap((plan) => {
    const old = before.plans[plan.id]
    const text = old === plan ? null : spoken(old, plan)
    return text === null ? [] : [`${after.servers[plan.ref]?.name ?? 'A server'}: ${text}`]
  })
  return changes.length > 3 ? `${changes.length} planned restarts changed.` : changes.join('. ')
}
