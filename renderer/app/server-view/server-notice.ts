import { useShallow } from 'zustand/react/shallow'
import type { Permission } from '../../../shared/keys/permission.ts'
import { missingPermissionOfServer, serverRefusal } from '../../../shared/keys/server-keys.ts'
import { hasEnded, isAhead, planOf } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { ConsoleTools } from '../../features/console/ToolBar.tsx'
import type { Outcome } from '../../parts/outcome.ts'
import { bannerKeys, tickOf } from '../../parts/servers/messages.ts'
import { useOutcome } from '../../parts/servers/use-outcome.ts'
import { useAppState, useNow } from '../../state/hooks.ts'

/** What the slot of a server's view tells. Times in unix milliseconds. */
export type ServerNotice =
  | { readonly kind: 'plan'; readonly plan: PlanView }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'saved' }
  | { readonly kind: 'lacks'; readonly permissions: readonly Permission[] }
  | { readonly kind: 'refused'; readonly permissions: readonly Permission[]; readonly at: number }

/** All that a server's view could tell about it at one time. */
export type NoticeFacts = {
  readonly plan: PlanView | null
  readonly outcome: Outcome | null
  /** What all of its keys were declared to lack. */
  readonly lacks: readonly Permission[]
  /** What the panel just refused to its keys, and when last. */
  readonly refused: { readonly permissions: readonly Permission[]; readonly at: number }
  /** How the last saving of its console ended, and when. */
  readonly saved: { readonly hasFailed: boolean; readonly at: number } | null
  /** The countdown stands elsewhere in the view. */
  readonly isCountdownTold: boolean
}

const hasPlanFailed = ({ phase, outcome }: PlanView) =>
  phase === 'failed' || phase === 'missed' || outcome === 'stalled'

/**
 * Chooses the one notice: a countdown, else a failure, else a missing permission, else what was done. Of failures and
 * what was done the newest counts, and a countdown is newer than all that was there when it began.
 */
export function noticeToShow(facts: NoticeFacts): ServerNotice | null {
  const { plan, outcome, lacks, refused, saved, isCountdownTold } = facts
  const counting = plan !== null && isAhead(plan) ? plan : null
  if (counting !== null && !isCountdownTold) return { kind: 'plan', plan: counting }
  const all: { notice: ServerNotice; hasFailed: boolean; at: number }[] = []
  // A plan tells more of its own signal than the signal's outcome does, so it comes first of the two.
  if (plan !== null && counting === null)
    all.push({
      notice: { kind: 'plan', plan },
      hasFailed: hasPlanFailed(plan),
      // One that hangs is news until it ends.
      at: hasEnded(plan) ? (plan.endedAt ?? plan.zeroAt) : Number.POSITIVE_INFINITY,
    })
  if (outcome !== null)
    all.push({ notice: { kind: 'outcome', outcome }, hasFailed: outcome.tone !== 'ok', at: outcome.at })
  if (saved !== null) all.push({ notice: { kind: 'saved' }, ...saved })
  const [newest] = all.filter(({ at }) => counting === null || at > counting.startedAt).sort((a, b) => b.at - a.at)
  if (newest?.hasFailed) return newest.notice
  if (lacks.length > 0) return { kind: 'lacks', permissions: lacks }
  return refused.permissions.length > 0 ? { kind: 'refused', ...refused } : (newest?.notice ?? null)
}

const used = ['power', 'console'] as const

/** @param save the saving of its console @param isCountdownTold the head shows a countdown */
export function useServerNotice(server: ServerView, save: ConsoleTools['save'], isCountdownTold: boolean) {
  const now = useNow(tickOf(server))
  const plan = useAppState((state) => planOf(state, server.ref))
  const outcome = useOutcome(server, now)
  const lacks = useAppState(
    useShallow((state) => used.filter((one) => missingPermissionOfServer(state, server, one, now) !== null)),
  )
  const refusals = useAppState(useShallow((state) => used.map((one) => serverRefusal(state, server, one, now))))
  const refused = {
    permissions: used.filter((_, i) => refusals[i] != null),
    at: Math.max(...refusals.map((at) => at ?? 0)),
  }
  const { done, error, at } = save
  const saved = done === null && error === null ? null : { hasFailed: error !== null, at }
  return noticeToShow({ plan, outcome, lacks, refused, saved, isCountdownTold })
}

/**
 * True where the reason of a server's failure stands beside the list already, as that of its key.
 * @param banners the keys whose failures the same window tells by name: of all servers, of this one, or none
 */
export function useToldByBanner({ action, keyIds }: ServerView, banners: 'all' | 'own' | 'none'): boolean {
  return useAppState(({ app, keys }) => {
    if (banners === 'none' || !app.online) return false
    const shown = bannerKeys(Object.values(keys).filter(({ id }) => banners === 'all' || keyIds.includes(id)))
    return shown.some(({ health }) => health.kind === 'failing' && health.error.message === action?.error?.message)
  })
}

/** The sentences of a notice that something below might say as well. */
export function sentencesOf(notice: ServerNotice | null): string {
  if (notice?.kind === 'outcome') return `${notice.outcome.text} ${notice.outcome.hint}`
  return notice?.kind === 'plan' ? (notice.plan.error?.message ?? '') : ''
}
