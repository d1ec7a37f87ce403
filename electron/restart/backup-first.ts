import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { hasEnded, isAhead, isBackupOpen } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { wasAnnounced } from '../../shared/restart/plan-words.ts'
import type { Moment } from '../lib/clock.ts'
import { isEmpty, type OnlinePlayers } from './online-players.ts'
import {
  andThen,
  announceCancel,
  backupLeadSeconds,
  endPlan,
  type Move,
  noChange,
  refit,
  type Sent,
  sendStep,
  withStep,
} from './plan.ts'
import { advanceMinding } from './players-rule.ts'

/**
 * For so long after zero was due a backup's end is waited for, in milliseconds: a restart that comes later than that comes
 * when nobody expects it.
 */
export const backupPatienceMs = 60 * 60_000

/**
 * The warnings of the last so many seconds are held back while the backup is made, so that they come right before the
 * restart. An empty server gets as long to be seen empty again.
 */
const lastSeconds = 60

/** The time that a plan keeps between the end of its backup and zero, in milliseconds. */
function lastMs({ steps, choices }: PlanView): number {
  const seconds = steps
    .filter(({ result }) => result === 'waiting')
    .filter(
      ({ kind, secondsBefore }) => kind === 'last-command' || (kind === 'warning' && secondsBefore <= lastSeconds),
    )
    .map(({ secondsBefore }) => secondsBefore)
  return Math.max(0, choices.players.rule === 'when-empty' ? lastSeconds : 0, ...seconds) * 1_000
}

const findBackup = ({ steps }: PlanView) => steps.findIndex(({ kind }) => kind === 'backup')

/**
 * One that waits for an empty server, or is given up, begins its backup when the server is empty: else it may be for
 * nothing.
 */
function isDue(plan: PlanView, isServerEmpty: boolean, now: number): boolean {
  const { players } = plan.choices
  if (players.rule === 'when-empty' && isServerEmpty) return true
  const isSkip = players.rule === 'when-empty' && players.otherwise === 'skip'
  return !isSkip && now >= plan.zeroAt - backupLeadSeconds * 1_000
}

function begin(plan: PlanView, isServerEmpty: boolean, now: number): Move {
  const step = findBackup(plan)
  if (plan.steps[step]?.result !== 'waiting' || !isDue(plan, isServerEmpty, now)) return noChange(plan)
  return sendStep(plan, step, 'backup', now)
}

/** Why nothing was restarted, with what the backup came to. */
function withoutBackup(error: AppError | null, now: number): AppError {
  const { message } = appError('restart-without-backup')
  if (error === null) return appError('restart-without-backup')
  const { detail, retryAfterMs } = error
  const hint =
    retryAfterMs === undefined
      ? error.hint
      : `The panel makes another backup from ${clockTime(now + retryAfterMs)} on. Plan the restart again then.`
  return appError('restart-without-backup', {
    message: `${message} ${error.message}`,
    hint,
    ...(detail !== undefined && { detail }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** Ends a plan whose backup must succeed; the players who were warned are told. */
const giveUpWithout = (plan: PlanView, error: AppError | null, now: number): Move =>
  announceCancel(endPlan(plan, 'failed', now, { error: withoutBackup(error, now) }), wasAnnounced(plan), now)

/** Zero comes after its last warnings and its last command, as they would have come. */
const release = (plan: PlanView, now: number): PlanView =>
  refit({ ...plan, phase: 'counting', zeroAt: Math.max(plan.zeroAt, now + lastMs(plan)) }, now)

/** The wait for the end of the backup that begins when what comes before zero would be due, and is bounded. */
function hold(plan: PlanView, now: number): Move {
  const isHeld = plan.phase === 'backing-up'
  if (!isBackupOpen(plan)) return noChange(isHeld ? release(plan, now) : plan)
  const isBegun = plan.steps[findBackup(plan)]?.result === 'sending'
  if (!isHeld) {
    const isTime = isBegun && plan.phase === 'counting' && now >= plan.zeroAt - lastMs(plan)
    return noChange(isTime ? { ...plan, phase: 'backing-up' } : plan)
  }
  if (now - plan.zeroAt < backupPatienceMs) return noChange(plan)
  const error = appError('backup-outlasted')
  const left = withStep(plan, findBackup(plan), { result: 'unconfirmed', error })
  return plan.choices.backupFirst === 'must' ? giveUpWithout(left, error, now) : noChange(release(left, now))
}

/**
 * What is due of a plan now: its backup, the wait for its end, then the rest, minding the players. No signal goes out while
 * the backup is open.
 * @param isAwake since the last look
 */
export function advancePlan(plan: PlanView, players: OnlinePlayers, now: Moment, isAwake: boolean): Move {
  if (!isAhead(plan)) return noChange(plan)
  const held = andThen(begin(plan, isEmpty(players, now), now.wall), (begun) => hold(begun, now.wall))
  if (held.plan.phase === 'backing-up' || hasEnded(held.plan)) return held
  return andThen(held, (next) => advanceMinding(next, players, now, isAwake))
}

/** What the backup of a plan came to. One that must succeed ends the plan where it did not, or where that is not known. */
export function noteBackup(plan: PlanView, step: number, made: Sent, now: number): Move {
  const next = withStep(plan, step, made)
  const isGivenUp = made.result !== 'sent' && isAhead(plan) && plan.choices.backupFirst === 'must'
  return isGivenUp ? giveUpWithout(next, made.error, now) : noChange(next)
}
