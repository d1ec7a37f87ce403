import type { Permission } from '../../../shared/keys/permission.ts'
import { hasEnded, isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { Outcome } from '../outcome.ts'

/** All that a server's view could tell about it at one time. */
export type NoticeFacts = {
  readonly plan: PlanView | null
  readonly outcome: Outcome | null
  /** What all of its keys were declared to lack. */
  readonly lacks: readonly Permission[]
  /** What the panel just refused to its keys. */
  readonly refused: readonly Permission[]
  /** How the last saving of its console ended, and when, in unix milliseconds. */
  readonly saved: { readonly hasFailed: boolean; readonly at: number } | null
  /** The countdown stands elsewhere in the view. */
  readonly isCountdownTold: boolean
}

/** The one thing that is told. */
export type NoticeKind = 'plan' | 'outcome' | 'saved' | 'lacks' | 'refused'

type News = { readonly kind: NoticeKind; readonly hasFailed: boolean; readonly at: number }

/** A plan past its countdown as news; null for none. One that hangs is news until it ends. */
function newsOfPlan(plan: PlanView | null): News | null {
  if (plan === null || isAhead(plan)) return null
  const hasFailed = plan.phase === 'failed' || plan.phase === 'missed' || plan.outcome === 'stalled'
  return { kind: 'plan', hasFailed, at: hasEnded(plan) ? (plan.endedAt ?? plan.zeroAt) : Number.POSITIVE_INFINITY }
}

/**
 * Chooses the one notice: a countdown, else a failure, else a missing permission, else what was done. Of failures and
 * what was done the newest counts, and a countdown is newer than all that was there when it began.
 */
export function noticeToShow(facts: NoticeFacts): NoticeKind | null {
  const { plan, outcome, lacks, refused, saved, isCountdownTold } = facts
  const isCounting = plan !== null && isAhead(plan)
  if (isCounting && !isCountdownTold) return 'plan'
  const all: readonly (News | null)[] = [
    newsOfPlan(plan),
    outcome && { kind: 'outcome', hasFailed: outcome.tone !== 'ok', at: outcome.at },
    saved && { kind: 'saved', ...saved },
  ]
  // A plan tells more of its own signal than the signal's outcome does, so it comes first of the two.
  const [newest = null] = all
    .filter((news) => news !== null)
    .filter(({ at }) => !isCounting || at > plan.startedAt)
    .sort((a, b) => b.at - a.at)
  if (newest?.hasFailed) return newest.kind
  if (lacks.length > 0) return 'lacks'
  return refused.length > 0 ? 'refused' : (newest?.kind ?? null)
}
