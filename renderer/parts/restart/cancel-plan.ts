import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { isHeldByBackup, isWaiting, wasAnnounced } from '../../../shared/restart/plan-words.ts'
import type { Result } from '../../../shared/result.ts'
import type { Client } from '../../state/client.ts'
import { timeLeft } from './plan-in-row.ts'

/** True where players were warned and can be told, so that a question comes first. */
const asksFirst = (plan: PlanView) => wasAnnounced(plan) && plan.choices.cancelText !== null

/** Three dots where a question comes first. */
const dots = (plan: PlanView) => (asksFirst(plan) ? '…' : '')

/** The word on the control that cancels a countdown. */
export const cancelWord = (plan: PlanView) => `Cancel${dots(plan)}`

function leftWords(plan: PlanView, now: number): string {
  if (isHeldByBackup(plan)) return 'backing up first'
  return isWaiting(plan) ? 'waiting for an empty server' : `${timeLeft(plan, now)} left`
}

/** The same where the server and the time left do not stand beside it: `Cancel restart of Survival, 4:32 left`. */
export const cancelLabel = (name: string, plan: PlanView, now: number) =>
  `Cancel restart of ${name}, ${leftWords(plan, now)}${dots(plan)}`

/** Cancels a countdown at once, or asks whether players are told where some were warned. */
export function cancelPlan(
  { bridge, mirror, view, ...client }: Client,
  id: string,
  run: (call: () => Promise<Result<void>>) => Promise<unknown> = client.run,
): void {
  const plan = mirror.store.getState().state.plans[id]
  if (plan !== undefined && asksFirst(plan)) view.setState({ dialog: { kind: 'cancel', planId: id } })
  else void run(() => bridge.call('restart:cancel', { id, announce: false }))
}
