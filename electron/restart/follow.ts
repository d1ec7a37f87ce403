import { appError } from '../../shared/errors.ts'
import type { PowerAction } from '../../shared/model/power.ts'
import type { PlanStep, PlanView } from '../../shared/model/restart.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { endPlan, type Move, sendNext } from './plan.ts'

/** After a kill the machine itself goes on with a restart that hung; only if it does not, a start is sent. */
const startAfterKillMs = 30_000

const still = (plan: PlanView): Move => ({ plan, orders: [] })

/** The signal that is followed: the last that went out. */
const lastSignal = ({ steps }: PlanView): PlanStep | undefined =>
  steps.findLast(({ kind, sentAt }) => ['restart', 'stop', 'start', 'kill'].includes(kind) && sentAt !== null)

/** A kill goes by what was just read, not by what was known before sleep. */
const freshForMs = 60_000

/** What is seen around a plan's last signal. */
export type Sight = {
  readonly server: ServerView | undefined
  /** The power action of that signal. */
  readonly actionId: string | null
  /** Wall clock, unix milliseconds. */
  readonly now: number
  /** How long ago the signal went out by the monotonic clock, in milliseconds: no clock that was set brings a kill early. */
  readonly sinceMs: number
}

/** The stop has hung for as long as the person chose, and the server is seen to be up still. */
function isKillDue({ choices: { killAfterMinutes } }: PlanView, server: ServerView, { now, sinceMs }: Sight): boolean {
  const isUp = server.state === 'running' || server.state === 'stopping'
  const isFresh = server.observedAt !== null && Math.abs(now - server.observedAt) <= freshForMs
  return killAfterMinutes !== null && isUp && isFresh && sinceMs >= killAfterMinutes * 60_000
}

function followStop(plan: PlanView, step: PlanStep, server: ServerView, action: PowerAction, sight: Sight): Move {
  const { now } = sight
  if (action.phase === 'confirmed') {
    if (step.kind === 'stop') return sendNext(plan, 'start', now)
    return still(endPlan(plan, 'done', now, { outcome: 'confirmed' }))
  }
  if (isKillDue(plan, server, sight)) return sendNext(plan, 'kill', now)
  if (action.phase !== 'stalled') return still(plan)
  // Where a kill was chosen, it is waited for as long as the server may need one.
  const awaitsKill = plan.choices.killAfterMinutes !== null && server.state !== 'starting' && server.state !== 'offline'
  return awaitsKill
    ? still({ ...plan, outcome: 'stalled' })
    : still(endPlan(plan, 'failed', now, { outcome: 'stalled' }))
}

function followKill(plan: PlanView, server: ServerView, action: PowerAction, now: number): Move {
  if (action.phase === 'stalled') return still(endPlan(plan, 'failed', now, { outcome: 'stalled' }))
  if (action.phase !== 'confirmed') return still(plan)
  if (server.state === 'running') return still(endPlan(plan, 'done', now, { outcome: 'confirmed' }))
  const mayStart = plan.choices.atZero === 'stop-start' || now - action.changedAt >= startAfterKillMs
  return server.state === 'offline' && mayStart ? sendNext(plan, 'start', now) : still(plan)
}

function followStart(plan: PlanView, action: PowerAction, now: number): Move {
  if (action.phase === 'confirmed') return still(endPlan(plan, 'done', now, { outcome: 'confirmed' }))
  return action.phase === 'stalled' ? still(endPlan(plan, 'failed', now, { outcome: 'stalled' })) : still(plan)
}

/**
 * What comes of a plan whose signal the panel took, judged by what was seen of its server. A start is sent only
 * after a stop or a kill that was seen to have ended it, and each signal at most once.
 */
export function follow(plan: PlanView, sight: Sight): Move {
  const { server, actionId, now } = sight
  const step = lastSignal(plan)
  if (plan.phase !== 'watching' || step === undefined || step.result === 'sending') return still(plan)
  const action = server?.action
  if (server === undefined || action == null || action.id !== actionId) {
    const error = appError('cancelled', {
      message: 'Another action took its place.',
      hint: 'Look at the server’s state.',
    })
    return still(endPlan(plan, 'cancelled', now, { outcome: 'unconfirmed', error }))
  }
  if (step.kind === 'kill') return followKill(plan, server, action, now)
  return step.kind === 'start' ? followStart(plan, action, now) : followStop(plan, step, server, action, sight)
}
