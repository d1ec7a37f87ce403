import type { PlanView } from './restart.ts'

/** True once players were warned, so that a cancellation is worth announcing. */
export function wasAnnounced({ steps }: Pick<PlanView, 'steps'>): boolean {
  return steps.some(
    ({ kind, result }) =>
      (kind === 'warning' || kind === 'last-call') && (result === 'sent' || result === 'unconfirmed'),
  )
}
