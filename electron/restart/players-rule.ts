import { appError } from '../../shared/errors.ts'
import { isAhead, isBackupOpen } from '../../shared/model/restart.ts'
import type { PlanStep, PlanView } from '../../shared/model/restart-schema.ts'
import type { Moment } from '../lib/clock.ts'
import {
  isAtMost,
  isEmpty,
  isJustTold,
  isStillAhead,
  isStillEmpty,
  type OnlinePlayers,
  onlineNow,
} from './online-players.ts'
import {
  advance,
  andThen,
  announceCancel,
  backToLatest,
  dueAt,
  giveUp,
  graceMs,
  longestWaitMs,
  type Move,
  maySaveEarly,
  newStep,
  noChange,
  sendStep,
  withStep,
} from './plan.ts'

/**
 * How long before an empty server's restart it is said for the last time, in seconds, where the plan has warnings: for
 * somebody who joins between the count and the signal.
 */
const lastCallSeconds = 5
/** A plan that goes by how many are on at zero begins to ask this long before its first word and before zero, in milliseconds. */
const askBeforeMs = 120_000

/** For so long a plan waits at a time for a count, in milliseconds. */
const putOffMs = 5_000
/** A plan whose zero or first warning comes before the first count waits for that so long after its begin, in milliseconds. */
const firstCountMs = 30_000
/** The clocks are read one after the other. */
const readingMs = 500
/** A look may take a second. What it told is old after this, in milliseconds, as where the computer stood still since. */
const lookKeptMs = 2_000
/** What goes out before an empty server's restart. */
const early: ReadonlySet<string> = new Set(['last-call', 'last-command'])

/** True while a plan needs to know how many are on. */
export function asksForPlayers(plan: PlanView, now: number): boolean {
  const { rule } = plan.choices.players
  if (!isAhead(plan) || rule === 'any') return false
  const ahead = plan.steps.filter(({ kind, result }) => kind === 'warning' && result === 'waiting')
  const first = Math.max(0, ...ahead.map(({ secondsBefore }) => secondsBefore)) * 1_000
  return rule === 'when-empty' || plan.zeroAt - first - now <= askBeforeMs
}

/** The time between the moment at which a server is found empty and its restart, in milliseconds. */
const leadMs = ({ choices: { warnings, lastCommand } }: PlanView): number =>
  Math.max(warnings.length > 0 ? lastCallSeconds : 0, lastCommand?.waitSeconds ?? 0) * 1_000

/** Brings zero forward for an empty server; null where the zero that was planned is as near. */
function bringForward(plan: PlanView, now: number): PlanView | null {
  const zeroAt = now + leadMs(plan)
  const isLate = zeroAt >= plan.zeroAt || plan.phase !== 'counting'
  const saveAt = zeroAt - (plan.choices.lastCommand?.waitSeconds ?? 0) * 1_000
  if (isLate || !maySaveEarly(plan, saveAt) || plan.steps.some(({ result }) => result === 'sending')) return null
  // Each once in the list, however often it was said.
  const steps = plan.steps.filter(({ kind }) => kind !== 'last-call' && kind !== 'cancel-text')
  const call = plan.choices.warnings.length > 0 ? [newStep('last-call', lastCallSeconds)] : []
  return { ...plan, steps: [...steps, ...call], phase: 'last-command', zeroAt, latestAt: plan.zeroAt }
}

/** The last call, at its time or not at all. */
function call(plan: PlanView, now: number): Move {
  const index = plan.steps.findIndex(({ kind, result }) => kind === 'last-call' && result === 'waiting')
  const step = plan.steps[index]
  if (step === undefined || dueAt(plan, step) > now) return noChange(plan)
  const isOver = now - dueAt(plan, step) > graceMs || now >= plan.zeroAt
  return isOver ? noChange(withStep(plan, index, { result: 'skipped' })) : sendStep(plan, index, step.kind, now)
}

const skipWaiting = (step: PlanStep): PlanStep => (step.result === 'waiting' ? { ...step, result: 'skipped' } : step)

/**
 * Puts off what would go out now, where the count that allows it is still on its way: a panel tells one each minute.
 * Later steps are put off by as much.
 */
function awaitCount(plan: PlanView, now: number): PlanView {
  const before = plan.steps.filter(({ kind, result }) => early.has(kind) && result === 'waiting')
  const leadMs = Math.max(0, ...before.map(({ secondsBefore }) => secondsBefore)) * 1_000
  const isDue = plan.zeroAt - leadMs - now <= longestWaitMs
  return isDue ? { ...plan, zeroAt: now + leadMs + putOffMs } : plan
}

const sendsSignal = ({ orders }: Move) => orders.some(({ kind }) => kind === 'signal')

/**
 * What comes before a signal that goes by the players: a last look at them. `told` once that has brought a count, which
 * decides; `unknown` where it brought none in time.
 */
function lastLook(plan: PlanView, known: OnlinePlayers, now: Moment): Move | 'told' | 'unknown' {
  const { newest, look } = known
  const isFirstAhead = newest === null && look === null && now.wall - plan.startedAt < firstCountMs
  // A panel tells a count each minute: the next one is waited for.
  const isNextAhead = look?.answer === 'before' && isStillAhead(known, look.at, now)
  if (isFirstAhead || isNextAhead) return noChange({ ...plan, zeroAt: now.wall + longestWaitMs })
  if (look?.answer === 'before' && isJustTold(known, now)) return 'told'
  const ageMs = look === null ? Number.POSITIVE_INFINITY : now.steady - look.at
  const isOld = ageMs > now.wall - plan.zeroAt + readingMs || (look?.answer === 'told' && ageMs > lookKeptMs)
  if (look === null || isOld) return { plan, orders: [{ kind: 'look' }] }
  if (look.answer === 'open') return noChange(plan)
  return look.answer === 'told' ? 'told' : 'unknown'
}

/** What comes of a plan whose first word is due while no count is known, by which it is to go. */
function withoutCount(plan: PlanView, now: number): Move {
  if (now - plan.startedAt < firstCountMs) return noChange({ ...plan, zeroAt: plan.zeroAt + longestWaitMs })
  return giveUp(plan, appError('players-not-known'), now)
}

/**
 * One that was brought forward: it goes on while nobody is on, and goes back else. A step that cannot be taken back
 * needs a fresh count.
 */
function goOnEmpty(plan: PlanView, known: OnlinePlayers, now: Moment, isAwake: boolean): Move {
  const waiting = isEmpty(known, now) ? plan : awaitCount(plan, now.wall)
  const due = isStillEmpty(known, now)
    ? andThen(advance(waiting, now.wall, isAwake), (advanced) => call(advanced, now.wall))
    : null
  const look = due !== null && sendsSignal(due) ? lastLook(waiting, known, now) : 'told'
  const next = look === 'told' ? due : look === 'unknown' ? null : look
  const isLate = next !== null && next.plan.zeroAt > (plan.latestAt ?? next.plan.zeroAt)
  if (next === null || isLate) {
    const wasTold = plan.steps.some(({ kind, result }) => kind === 'last-call' && result === 'sent')
    return announceCancel(backToLatest(plan), wasTold, now.wall)
  }
  // The warnings for the zero that was planned.
  return isAhead(next.plan) ? next : { ...next, plan: { ...next.plan, steps: next.plan.steps.map(skipWaiting) } }
}

/** With what it waits for, for people to read. The time stays while the number does. */
function withWait(plan: PlanView, online: number | null, now: number): PlanView {
  if (plan.waiting !== null && plan.waiting.online === online) return plan
  return { ...plan, waiting: { online, since: now } }
}

function whenEmpty(
  plan: PlanView,
  otherwise: 'restart' | 'skip',
  known: OnlinePlayers,
  now: Moment,
  isAwake: boolean,
): Move {
  const online = onlineNow(known, now)
  const waiting = withWait(plan, online, now.wall)
  if (waiting.latestAt !== null) return goOnEmpty(waiting, known, now, isAwake)
  const forward = isEmpty(known, now) && !isBackupOpen(waiting) ? bringForward(waiting, now.wall) : null
  if (forward !== null) return goOnEmpty(forward, known, now, isAwake)
  if (otherwise === 'restart') return advance(waiting, now.wall, isAwake)
  if (now.wall < waiting.zeroAt) return noChange(waiting)
  // A single 0 is not yet empty, though nobody stayed either.
  return giveUp(waiting, appError(online ? 'players-stayed' : 'players-not-known'), now.wall)
}

/**
 * What is due of a plan now, minding the players as it was told to. Before an empty server's restart the signal goes out
 * only after a count that says so.
 * @param isAwake since the last look
 */
export function advanceMinding(plan: PlanView, known: OnlinePlayers, now: Moment, isAwake: boolean): Move {
  const { players } = plan.choices
  if (!isAhead(plan)) return noChange(plan)
  if (players.rule === 'when-empty') return whenEmpty(plan, players.otherwise, known, now, isAwake)
  const next = advance(plan, now.wall, isAwake)
  const isUnsaid = plan.steps.every(({ sentAt }) => sentAt === null)
  const says = isUnsaid && next.orders.some(({ kind }) => kind === 'command')
  if (players.rule === 'at-most' && says && isAtMost(known, players.players, now) === null)
    return withoutCount(plan, now.wall)
  if (players.rule === 'any' || !sendsSignal(next)) return next
  const look = lastLook(plan, known, now)
  if (typeof look === 'object') return look
  const isFew = look === 'told' ? isAtMost(known, players.players, now) : null
  return isFew ? next : giveUp(plan, appError(isFew === null ? 'players-not-known' : 'players-stayed'), now.wall)
}
