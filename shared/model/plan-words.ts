import type { PlanView } from './restart.ts'

/** True once players were told of it, so that a cancellation is worth telling too. */
export function wasAnnounced({ steps }: Pick<PlanView, 'steps'>): boolean {
  return steps.some(({ kind, result }) => kind === 'warning' && (result === 'sent' || result === 'unconfirmed'))
}
