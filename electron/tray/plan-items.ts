import type { ServerRef } from '../../shared/model/identifier.ts'
import { isAhead, planOf } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { isHeldByBackup, isWaiting, waitEndText } from '../../shared/restart/plan-words.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { action, type MenuItem, type PlanEdit, type Scene, separator, text } from './menu.ts'

const item = (label: string, { id, ref, name }: PlanView, what: PlanEdit, enabled?: boolean): MenuItem =>
  action(label, { kind: 'plan', id, what, ref, name }, enabled)

/**
 * When a plan restarts, in a few words. How many it waits for is left out: it changes all the time, and stands beside the
 * server's state.
 */
function whenText(plan: PlanView): string {
  if (isHeldByBackup(plan)) return 'after its backup'
  return isWaiting(plan) ? `when empty, ${waitEndText(plan)}` : clockTime(plan.zeroAt)
}

/**
 * The planned restarts in a few words: `Survival restarts 14:05`; null where there are none. Nothing counts down: a menu
 * that changes each second cannot be used.
 */
export function plannedLine({ plans }: Pick<AppState, 'plans'>, nameOf: (plan: PlanView) => string): string | null {
  const ahead = Object.values(plans).filter(isAhead)
  const [next] = ahead.sort((a, b) => a.zeroAt - b.zeroAt)
  if (next === undefined) return null
  const at = whenText(next)
  return ahead.length === 1 ? `${nameOf(next)} restarts ${at}` : `${ahead.length} restarts planned, next ${at}`
}

/** What follows a server's state while its restart is planned; empty otherwise. */
export function planWord({ state }: Scene, ref: ServerRef): string {
  const plan = planOf(state, ref)
  return plan !== null && isAhead(plan) ? `, restarts ${whenText(plan)}` : ''
}

/** The items of a server's planned restart, or of one that was missed. */
export function planItems({ state }: Scene, ref: ServerRef): readonly MenuItem[] {
  const plan = planOf(state, ref)
  if (plan === null) return []
  if (plan.phase === 'missed') {
    const line = text(`Restart at ${clockTime(plan.zeroAt)} missed`)
    return [line, item('Run now', plan, 'now'), item('Dismiss', plan, 'dismiss'), separator]
  }
  if (!isAhead(plan)) return []
  return [
    text(`Restarts ${whenText(plan)}`),
    item('Postpone 5 min', plan, 'postpone', plan.phase === 'counting'),
    item('Restart now', plan, 'now', plan.phase === 'counting'),
    item('Cancel restart', plan, 'cancel'),
    separator,
  ]
}
