import type { ServerRef } from '../../shared/model/identifier.ts'
import { soonText } from '../../shared/model/plan-words.ts'
import type { PlanView } from '../../shared/model/restart.ts'
import { isAhead, planOf } from '../../shared/model/restart-choices.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { action, type MenuItem, type Scene, separator, type TrayCommand, text } from './menu.ts'

type PlanCommand = Extract<TrayCommand, { kind: 'plan' }>

const item = (label: string, { id }: PlanView, what: PlanCommand['what'], enabled?: boolean): MenuItem =>
  action(label, { kind: 'plan', id, what }, enabled)

/** The start of the menu's first line while restarts are planned; empty otherwise. */
export function planHeadline({ state, now, nameOf }: Scene): string {
  const ahead = Object.values(state.plans).filter(isAhead)
  const [next] = ahead.sort((a, b) => a.zeroAt - b.zeroAt)
  if (next === undefined) return ''
  const soon = soonText(next.zeroAt, now)
  return ahead.length === 1
    ? `${nameOf(next.ref)} restarts ${soon} · `
    : `${ahead.length} restarts, the next ${soon} · `
}

/** What follows a server's state while its restart is planned; empty otherwise. */
export function planWord({ state, now }: Scene, ref: ServerRef): string {
  const plan = planOf(state, ref)
  return plan !== null && isAhead(plan) ? `, restarts ${soonText(plan.zeroAt, now)}` : ''
}

/** The items of a server's planned restart, or of one that was missed. */
export function planItems({ state, now }: Scene, ref: ServerRef): readonly MenuItem[] {
  const plan = planOf(state, ref)
  if (plan === null) return []
  if (plan.phase === 'missed') {
    const line = text(`The restart at ${clockTime(plan.zeroAt)} was missed`)
    return [line, item('Run now', plan, 'now'), item('Dismiss', plan, 'dismiss'), separator]
  }
  if (!isAhead(plan)) return []
  return [
    text(`Restarts ${soonText(plan.zeroAt, now)}`),
    item('Postpone 5 min', plan, 'postpone', plan.phase === 'counting'),
    item('Restart now', plan, 'now', plan.phase === 'counting'),
    item('Cancel', plan, 'cancel'),
    separator,
  ]
}
