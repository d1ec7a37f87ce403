import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { isAhead } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import { endPlan, isJustRead, type Move, noChange, type Order, withStep } from './plan.ts'

/** Why nothing was restarted. */
export const wasOff = appError('server-was-off')
const stillStops = appError('server-stopping', { message: 'The server was still stopping, so it was not restarted.' })

/**
 * Why a server is not restarted that was just read to be off, or to stop. A reading that is old, or of before the last
 * action, says nothing; nor does one while a start may be under way.
 * @param now unix milliseconds
 */
function whySeenOff(server: ServerView, now: number): AppError | null {
  const { state, observedAt, action } = server
  if ((state !== 'offline' && state !== 'stopping') || observedAt === null || !isJustRead(server, now)) return null
  const isOfNow = action === null || (!isRunning(action) && observedAt >= action.startedAt)
  if (!isOfNow) return null
  return state === 'offline' ? wasOff : stillStops
}

/** True where the server was just read to be off. @param now unix milliseconds */
export const isSeenOff = (server: ServerView, now: number): boolean => whySeenOff(server, now) === wasOff

const isCommand = (order: Order) => order.kind === 'command'

/** Without what would be said at the console of a server that does not run. */
function unsaid({ plan, orders }: Move): Move {
  const silent = orders
    .filter(isCommand)
    .reduce((next, { step }) => withStep(next, step, { result: 'skipped', sentAt: null }), plan)
  return { plan: silent, orders: orders.filter((order) => !isCommand(order)) }
}

/**
 * What is due of a countdown, minding a server that is off: panels start one by a restart, though somebody may have stopped
 * it on purpose, before the countdown or on the panel's page. One that still stops would drop the restart. A person's plan
 * is no exception, as a restart of either is refused when it is pressed.
 * @param plan as it was before this move
 */
export function mindOff(plan: PlanView, next: Move, server: ServerView | undefined, now: number): Move {
  const error = isAhead(plan) && server !== undefined ? whySeenOff(server, now) : null
  if (error === null) return next
  // Given up for its players, who are not known of a server that is off, it tells the reason behind that.
  const isDue = next.plan.phase === 'cancelled' || next.orders.some(({ kind }) => kind === 'signal')
  return isDue ? noChange(endPlan(plan, 'cancelled', now, { error })) : unsaid(next)
}
