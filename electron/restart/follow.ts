import { appError } from '../../shared/errors.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { PlanStep, PlanView } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { endPlan, isJustRead, isSignal, type Move, noChange, sendNext } from './plan.ts'

/** After a kill the machine itself goes on with a restart that hung; only if it does not, a start is sent. */
const startAfterKillMs = 30_000

/** The signal that is followed: the last that went out. */
const lastSignal = ({ steps }: PlanView): PlanStep | undefined =>
  steps.findLast(({ kind, sentAt }) => isSignal(kind) && sentAt !== null)

/**
 * A plan does not watch for longer than this, in milliseconds, after what it waits for was due: a machine kills a stop
 * that hangs after ten minutes, and then starts the server.
 */
const patienceMs = 13 * 60_000

/** What is seen around a plan's last signal. */
export type Observation = {
  readonly server: ServerView | undefined
  /** The power action of that signal. */
  readonly actionId: string | null
  /** Wall clock, unix milliseconds. */
  readonly now: number
  /**
   * How long ago the signal went out by the monotonic clock, in milliseconds: no clock that was set brings a kill
   * early.
   */
  readonly sinceMs: number
}

/** How long a stop may hang before the kill that the person chose, in milliseconds; null where none was. */
const killAfterMs = ({ choices: { killAfterMinutes } }: PlanView) => killAfterMinutes && killAfterMinutes * 60_000

/**
 * Whether the kill that the person chose for a hanging stop is due. `late` long after its time: nobody expects it any
 * more, and what hangs then may be another stop. The wall clock counts the computer's sleep, which the monotonic one
 * leaves out.
 */
function killTimeOf(
  plan: PlanView,
  { sentAt }: PlanStep,
  { now, sinceMs }: Observation,
): 'none' | 'ahead' | 'due' | 'late' {
  const afterMs = killAfterMs(plan)
  if (afterMs === null) return 'none'
  if (Math.max(sinceMs, now - (sentAt ?? now)) > afterMs + patienceMs) return 'late'
  return sinceMs >= afterMs ? 'due' : 'ahead'
}

/** True where a fresh reading still shows the stop hanging. One that says *running* may mean that the server is back. */
const stillHangs = (server: ServerView, now: number) => server.state === 'stopping' && isJustRead(server, now)

/** The end of a plan whose signal stalled, with the reason where the action tells one. */
const stalled = (plan: PlanView, { error }: PowerAction, now: number): Move =>
  noChange(endPlan(plan, 'failed', now, { outcome: 'stalled', error }))

function followStop(
  plan: PlanView,
  step: PlanStep,
  server: ServerView,
  action: PowerAction,
  observation: Observation,
): Move {
  const { now } = observation
  if (action.phase === 'confirmed') {
    if (step.kind === 'stop') return sendNext(plan, 'start', now)
    return noChange(endPlan(plan, 'done', now, { outcome: 'confirmed' }))
  }
  const killTime = killTimeOf(plan, step, observation)
  const hangs = stillHangs(server, now)
  if (hangs && killTime === 'due') return sendNext(plan, 'kill', now)
  // One that was not seen for long may be back, or have stopped, so that only what is seen ends the plan.
  const isGivenUp = hangs && killTime === 'late'
  if (action.phase !== 'stalled' && !isGivenUp) return noChange(plan)
  // Where a kill was chosen, it is waited for as long as the server may need one.
  const mayHang = server.state === 'stopping' || server.state === 'unknown'
  if (killTime === 'none' || killTime === 'late' || !mayHang) return stalled(plan, action, now)
  return noChange(plan.outcome === 'stalled' ? plan : { ...plan, outcome: 'stalled' })
}

function followKill(plan: PlanView, server: ServerView, action: PowerAction, { now, sinceMs }: Observation): Move {
  if (action.phase === 'stalled') return stalled(plan, action, now)
  if (action.phase !== 'confirmed') return noChange(plan)
  if (server.state === 'running') return noChange(endPlan(plan, 'done', now, { outcome: 'confirmed' }))
  if (sinceMs > patienceMs) {
    const error = appError('timeout', {
      message: 'The server was not seen running again after the kill.',
      hint: 'Look at the server’s state.',
    })
    return noChange(endPlan(plan, 'failed', now, { outcome: 'unconfirmed', error }))
  }
  const mayStart = plan.choices.atZero === 'stop-start' || now - action.changedAt >= startAfterKillMs
  return server.state === 'offline' && mayStart ? sendNext(plan, 'start', now) : noChange(plan)
}

function followStart(plan: PlanView, action: PowerAction, now: number): Move {
  if (action.phase === 'confirmed') return noChange(endPlan(plan, 'done', now, { outcome: 'confirmed' }))
  return action.phase === 'stalled' ? stalled(plan, action, now) : noChange(plan)
}

/**
 * What comes of a plan whose signal the panel took, judged by what was seen of its server. A start is sent only
 * after a stop or a kill that was seen to have ended it, and each signal at most once.
 */
export function follow(plan: PlanView, observation: Observation): Move {
  const { server, actionId, now } = observation
  const step = lastSignal(plan)
  if (plan.phase !== 'watching' || step === undefined || step.result === 'sending') return noChange(plan)
  if (server === undefined) {
    return noChange(endPlan(plan, 'failed', now, { outcome: 'unconfirmed', error: appError('unknown-server') }))
  }
  const { action } = server
  if (action === null || action.id !== actionId) {
    const error = appError('cancelled', {
      message: 'Another action took its place.',
      hint: 'Look at the server’s state.',
    })
    return noChange(endPlan(plan, 'cancelled', now, { outcome: 'unconfirmed', error }))
  }
  if (step.kind === 'kill') return followKill(plan, server, action, observation)
  return step.kind === 'start' ? followStart(plan, action, now) : followStop(plan, step, server, action, observation)
}
