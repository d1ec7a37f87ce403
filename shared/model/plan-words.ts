import type { PlanView, PlanWait } from './restart.ts'
import { clockTime } from './time-words.ts'

/** What a plan that waits for an empty server knows: `3 on`, `not known since 04:10`. */
export function waitText({ online, since }: PlanWait): string {
  if (online === null) return `not known since ${clockTime(since)}`
  return online === 0 ? 'nobody on' : `${online} on`
}

/**
 * True while a plan waits for an empty server and nobody was warned of its end: what counts down then is no time at which
 * it restarts.
 */
export function isWaiting({ phase, choices, latestAt, steps }: PlanView): boolean {
  const isTold = steps.some(({ kind, result }) => kind === 'warning' && (result === 'sent' || result === 'unconfirmed'))
  return phase === 'counting' && choices.players.rule === 'when-empty' && latestAt === null && !isTold
}

/** When a wait ends: `at the latest 06:00`; `until 06:00` where the restart is given up then. */
export function waitEndText({ choices: { players }, zeroAt }: PlanView): string {
  const isSkip = players.rule === 'when-empty' && players.otherwise === 'skip'
  return `${isSkip ? 'until' : 'at the latest'} ${clockTime(zeroAt)}`
}

/** A wait in one line: `Waiting for an empty server: 3 on · at the latest 06:00`. */
export function waitingText(plan: PlanView): string {
  const known = plan.waiting === null ? '' : `: ${waitText(plan.waiting)}`
  return `Waiting for an empty server${known} · ${waitEndText(plan)}`
}

/** True once players were warned, so that a cancellation is worth announcing. */
export function wasAnnounced({ steps }: Pick<PlanView, 'steps'>): boolean {
  return steps.some(
    ({ kind, result }) =>
      (kind === 'warning' || kind === 'last-call') && (result === 'sent' || result === 'unconfirmed'),
  )
}
