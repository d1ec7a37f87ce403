import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PlanView } from '../../shared/model/restart.ts'
import { isAhead, planOf } from '../../shared/model/restart-choices.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { action, type MenuItem, type PlanEdit, type Scene, separator, text } from './menu.ts'

const item = (label: string, { id, ref, name }: PlanView, what: PlanEdit, enabled?: boolean): MenuItem =>
  action(label, { kind: 'plan', id, what, ref, name }, enabled)

/**
 * The start of the menu's first line while restarts are planned; empty otherwise. No label counts down: a menu that changes
 * each second cannot be used.
 */
export function planHeadline({ state, nameOf }: Scene): string {
  const ahead = Object.values(state.plans).filter(isAhead)
  const [next] = ahead.sort((a, b) => a.zeroAt - b.zeroAt)
  if (next === undefined) return ''
  const at = clockTime(next.zeroAt)
  return ahead.length === 1 ? `${nameOf(next.ref)} restarts ${at} · ` : `${ahead.length} restarts, the next ${at} · `
}

/** What follows a server's state while its restart is planned; empty otherwise. */
export function planWord({ state }: Scene, ref: ServerRef): string {
  const plan = planOf(state, ref)
  return plan !== null && isAhead(plan) ? `, restarts ${clockTime(plan.zeroAt)}` : ''
}

/** The items of a server's planned restart, or of one that was missed. */
export function planItems({ state }: Scene, ref: ServerRef): readonly MenuItem[] {
  const plan = planOf(state, ref)
  if (plan === null) return []
  if (plan.phase === 'missed') {
    const line = text(`The restart at ${clockTime(plan.zeroAt)} was missed`)
    return [line, item('Run now', plan, 'now'), item('Dismiss', plan, 'dismiss'), separator]
  }
  if (!isAhead(plan)) return []
  return [
    text(`Restarts ${clockTime(plan.zeroAt)}`),
    item('Postpone 5 min', plan, 'postpone', plan.phase === 'counting'),
    item('Restart now', plan, 'now', plan.phase === 'counting'),
    item('Cancel', plan, 'cancel'),
    separator,
  ]
}
