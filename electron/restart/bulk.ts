import type { BulkItem, BulkOutcome, BulkView } from '../../shared/bulk/contract.ts'
import { defaultStaggerMs } from '../../shared/bulk/words.ts'
import { appError } from '../../shared/errors.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'

/**
 * The bulk with items changed; it ends once no server waits for its turn or its outcome.
 * @param phase what it is else
 */
function withItems(
  bulk: BulkView,
  change: (item: BulkItem, index: number) => Partial<BulkItem>,
  now: number,
  phase = bulk.phase,
): BulkView {
  const items = bulk.items.map((item, index) => ({ ...item, ...change(item, index) }))
  if (items.some(({ outcome }) => outcome === 'waiting' || outcome === 'running')) return { ...bulk, items, phase }
  return { ...bulk, items, phase: phase === 'cancelled' ? phase : 'done', endedAt: now }
}

/** The bulk with one item changed. */
export const withItem = (bulk: BulkView, index: number, change: Partial<BulkItem>, now: number): BulkView =>
  withItems(bulk, (_, place) => (place === index ? change : {}), now)

/** Gives up every server whose turn has not come. */
export const cancelWaiting = (bulk: BulkView, now: number): BulkView =>
  withItems(bulk, ({ outcome }) => (outcome === 'waiting' ? { outcome: 'cancelled' } : {}), now, 'cancelled')

const neverSent = appError('cancelled', {
  message: 'Servertray ended before its turn, so nothing was sent.',
  hint: 'Do it again if you still want it.',
})
const endUnseen = appError('cancelled', {
  message: 'Servertray ended before it was known what came of it.',
  hint: 'Look at the server’s state.',
})

/**
 * A bulk action as a later run of the app finds it: what was not sent is not sent any more.
 * @param isFollowed tells by its place whether a server's end is still to be seen
 */
export function afterRestart(bulk: BulkView, isFollowed: (index: number) => boolean, now: number): BulkView {
  const change = ({ outcome }: BulkItem, index: number): Partial<BulkItem> => {
    if (outcome === 'waiting') return { outcome: 'cancelled', error: neverSent }
    return outcome === 'running' && !isFollowed(index) ? { outcome: 'unconfirmed', error: endUnseen } : {}
  }
  return withItems(bulk, change, now, 'cancelled')
}

/** What the next turn waits for. */
export type Turn =
  | { readonly kind: 'go'; readonly index: number }
  /** Until that time at the latest, in steady milliseconds. */
  | { readonly kind: 'wait'; readonly until: number }
  /** Until something changes. */
  | { readonly kind: 'idle' }

/**
 * Whose turn it is. Servers take turns in order. With a stagger, one begins that long after the one before. Without, it
 * begins once the outcome of the one before is known; where that cannot be seen, after the usual stagger, so that a group
 * does not go down all at once. No turn comes before the rate budget has room, or while a request is out.
 * @param context.lastAt when the last turn began, in steady milliseconds, as all times here
 * @param context.roomAt from when the rate budget has room for a server's request
 */
export function nextTurn(
  { phase, items, staggerMs }: BulkView,
  context: {
    readonly now: number
    readonly lastAt: number | null
    readonly isSending: boolean
    readonly roomAt: (item: BulkItem) => number
  },
): Turn {
  const { now, lastAt, isSending, roomAt } = context
  const index = items.findIndex(({ outcome }) => outcome === 'waiting')
  const item = items[index]
  if (phase !== 'running' || item === undefined || isSending) return { kind: 'idle' }
  if (staggerMs === null && items.some(({ outcome }) => outcome === 'running')) return { kind: 'idle' }
  const paceMs = staggerMs ?? (items[index - 1]?.outcome === 'unconfirmed' ? defaultStaggerMs : 0)
  const until = Math.max(lastAt === null ? now : lastAt + paceMs, roomAt(item))
  return until <= now ? { kind: 'go', index } : { kind: 'wait', until }
}

const endOfPlan: Readonly<Partial<Record<PlanView['phase'], BulkOutcome>>> = {
  done: 'confirmed',
  failed: 'failed',
  cancelled: 'cancelled',
  missed: 'failed',
}

/** What has become of a server's power action; null while that is open. Another one may have taken its place. */
export function outcomeOfAction(action: PowerAction | null, id: string | null): Partial<BulkItem> | null {
  if (action === null || action.id !== id) return { outcome: 'unconfirmed' }
  const { phase, error } = action
  if (phase === 'confirmed' || phase === 'unconfirmed' || phase === 'stalled') return { outcome: phase, error }
  return phase === 'refused' ? { outcome: 'failed', error } : null
}

/** What has become of a server's restart with warnings; null while that is open. */
export function outcomeOfPlan(plan: PlanView | undefined): Partial<BulkItem> | null {
  if (plan === undefined) return { outcome: 'unconfirmed' }
  const end = endOfPlan[plan.phase]
  if (end === undefined) return null
  const isPart = plan.outcome !== null && plan.outcome !== 'confirmed'
  return { outcome: isPart ? (plan.outcome ?? end) : end, error: plan.error }
}
