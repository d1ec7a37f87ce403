import type { PlanView, PlanWait } from './restart.ts'
import { clockTime } from './time-words.ts'

/** What a plan that waits for an empty server knows: `3 on`, `not known since 04:10`. */
export function waitText({ online, since }: PlanWait): string {
  if (online === null) return `not known since ${clockTime(since)}`
  return online === 0 ? 'nobody on' : `${online} on`
}

/** True once players were warned, so that a cancellation is worth announcing. */
export function wasAnnounced({ steps }: Pick<PlanView, 'steps'>): boolean {
  return steps.some(
    ({ kind, result }) =>
      (kind === 'warning' || kind === 'last-call') && (result === 'sent' || result === 'unconfirmed'),
  )
}
