import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { type PowerSignal, signalName } from '../../shared/model/power.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import { hasEnded, isAhead, postponeMs } from '../../shared/model/restart.ts'
import type { PlanPhase, PlanStep, PlanView, RestartChoices } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { isBackingUp, wasAnnounced } from '../../shared/restart/plan-words.ts'
import type { Instant } from '../lib/clock.ts'
import { stretchMs } from '../lib/sleep-watch.ts'

/** What is to be sent now, once, for the step at that index; or a last look at the players. */
export type Order =
  | { readonly kind: 'command'; readonly step: number }
  | { readonly kind: 'backup'; readonly step: number }
  | { readonly kind: 'signal'; readonly step: number; readonly signal: PowerSignal }
  | { readonly kind: 'look' }

/** A plan after something happened, and what is to be sent for it. */
export type Move = { readonly plan: PlanView; readonly orders: readonly Order[] }

/**
 * What comes later than this, in milliseconds, is not sent: a warning would tell the wrong time, and a restart come when
 * nobody waits for it any more.
 */
export const graceMs = 2_000
/**
 * A last command goes out again no sooner than this after it did, in milliseconds. For a zero that was brought forward
 * that is long, since counts that come and go would have it sent over and over; for the one that was planned it is short,
 * since what was saved changes.
 */
const repeatMs = { early: 5 * 60_000, planned: 60_000 }
/**
 * How long before zero a backup begins, in seconds: most take minutes, and what is played after it is not in it. One that
 * takes longer is waited for.
 */
export const backupLeadSeconds = 15 * 60
/** A plan looks at the clock at least this often, so that a clock that was set is noticed. */
export const longestWaitMs = 1_000
/** A zero that is due and waits for an answer is looked at this often meanwhile. */
const answerPollMs = 20
/** What cannot be taken back goes by a reading of the server of so many milliseconds ago at most, not of before a sleep. */
const freshForMs = 60_000
/** The two clocks differ by less than this over a nap unless the wall clock was set back. */
const clockSlackMs = 500

/** True where a server was read so lately that what cannot be taken back may go by it. @param now in unix milliseconds */
export const isJustRead = ({ observedAt }: Pick<ServerView, 'observedAt'>, now: number): boolean =>
  observedAt !== null && Math.abs(now - observedAt) <= freshForMs

/** A plan for "in ten minutes" begins a moment after that was said, and still has its warning of ten minutes. */
const fitSlackMs = 500

/**
 * Whether the computer was awake from one look to the next, as far as the clocks tell. A monotonic clock that stood still
 * in sleep lags behind the wall clock; one that went on shows a pause longer than any timer is stretched.
 */
export function wasAwake(before: Instant, now: Instant): boolean {
  const passed = now.mono - before.mono
  return passed <= longestWaitMs + stretchMs && now.wall - before.wall - passed <= clockSlackMs
}

/** Until when something may still go out that was due at `due` and is ordered at `now`, in unix milliseconds. */
export const latestFor = (due: number, now: number): number => (now - due > graceMs ? now : due) + graceMs

type StepKind = PlanStep['kind']

export const newStep = (kind: StepKind, secondsBefore = 0): PlanStep => ({
  kind,
  secondsBefore,
  result: 'waiting',
  sentAt: null,
  error: null,
})

/** True for a step that sends its signal. */
export const isSignal = (kind: StepKind): kind is StepKind & PowerSignal => Object.hasOwn(signalName, kind)

/** When a step falls due, in unix milliseconds. Warnings keep to the zero that was planned. */
export const dueAt = ({ zeroAt, latestAt }: PlanView, { kind, secondsBefore }: PlanStep): number =>
  (kind === 'warning' ? (latestAt ?? zeroAt) : zeroAt) - secondsBefore * 1_000

function stepsOf(choices: RestartChoices): PlanStep[] {
  const { lastCommand, players, backupFirst } = choices
  // A restart that is given up unless the server is empty has no warnings: its time may never come.
  const warnings = players.rule === 'when-empty' && players.otherwise === 'skip' ? [] : choices.warnings
  const before = [
    ...(backupFirst === 'no' ? [] : [newStep('backup', backupLeadSeconds)]),
    ...warnings.map((seconds) => newStep('warning', seconds)),
    ...(lastCommand === null ? [] : [newStep('last-command', lastCommand.waitSeconds)]),
  ]
  before.sort((a, b) => b.secondsBefore - a.secondsBefore)
  return [...before, newStep(choices.atZero === 'restart' ? 'restart' : 'stop')]
}

/** Sets each warning that has not gone out to wait or not, as it fits; none goes out after a shorter one. */
export function refit(plan: PlanView, now: number): PlanView {
  const gone = plan.steps.filter(({ kind, sentAt }) => kind === 'warning' && sentAt !== null)
  const shortest = Math.min(...gone.map(({ secondsBefore }) => secondsBefore))
  const steps = plan.steps.map((step): PlanStep => {
    if (step.kind !== 'warning' || step.sentAt !== null) return step
    const fits = step.secondsBefore < shortest && dueAt(plan, step) >= now - fitSlackMs
    return { ...step, result: fits ? 'waiting' : 'skipped' }
  })
  return { ...plan, steps }
}

/** The earliest zero of a plan that begins now: a last command gets its whole wait. */
export const earliestZero = (choices: RestartChoices, now: number): number =>
  now + (choices.lastCommand?.waitSeconds ?? 0) * 1_000

/** A plan that counts from `startedAt`. */
export function newPlan(
  order: Pick<PlanView, 'id' | 'ref' | 'name' | 'choices' | 'zeroAt' | 'startedAt' | 'origin' | 'scheduleId'>,
): PlanView {
  const { id, ref, name, choices, zeroAt, startedAt, origin, scheduleId } = order
  const steps = stepsOf(choices)
  const plan = { id, ref, name, choices, zeroAt, latestAt: null, waiting: null, phase: 'counting', steps } as const
  return refit({ ...plan, startedAt, endedAt: null, origin, scheduleId, outcome: null, error: null }, startedAt)
}

export const noChange = (plan: PlanView): Move => ({ plan, orders: [] })

/** The move with what follows from its plan. */
export function andThen({ plan, orders }: Move, next: (plan: PlanView) => Move): Move {
  const move = next(plan)
  return { plan: move.plan, orders: [...orders, ...move.orders] }
}

export const withStep = (plan: PlanView, index: number, change: Partial<PlanStep>): PlanView => ({
  ...plan,
  steps: plan.steps.map((step, i) => (i === index ? { ...step, ...change } : step)),
})

/** Ends a plan; what was still to come is skipped. */
export function endPlan(
  plan: PlanView,
  phase: Extract<PlanPhase, 'done' | 'cancelled' | 'failed' | 'missed'>,
  now: number,
  more: { readonly error?: AppError | null; readonly outcome?: PlanView['outcome'] } = {},
): PlanView {
  const steps = plan.steps.map((step): PlanStep => (step.result === 'waiting' ? { ...step, result: 'skipped' } : step))
  const { outcome = null, error = null } = more
  return { ...plan, steps, phase, latestAt: null, waiting: null, endedAt: now, outcome, error }
}

/** Sends the step at that place now. */
export function sendStep(plan: PlanView, step: number, kind: StepKind, now: number): Move {
  const order: Order = isSignal(kind)
    ? { kind: 'signal', step, signal: kind }
    : { kind: kind === 'backup' ? kind : 'command', step }
  return { plan: withStep(plan, step, { result: 'sending', sentAt: now }), orders: [order] }
}

/** Adds a step and sends it now, as for what follows the signal. */
export const sendNext = (plan: PlanView, kind: StepKind, now: number): Move =>
  sendStep({ ...plan, steps: [...plan.steps, newStep(kind)] }, plan.steps.length, kind, now)

/** Players who were told of a restart that does not come are told that as well, where a text for it was chosen. */
export const announceCancel = (plan: PlanView, wasTold: boolean, now: number): Move =>
  wasTold && plan.choices.cancelText !== null ? sendNext(plan, 'cancel-text', now) : noChange(plan)

/** Gives up a countdown by itself, and tells the players who were warned. */
export const giveUp = (plan: PlanView, error: AppError, now: number): Move =>
  announceCancel(endPlan(plan, 'cancelled', now, { error }), wasAnnounced(plan), now)

/** How late a warning may be: awake a tenth of what it tells, since a wrong time is worse than none only near zero. */
const warningGrace = ({ secondsBefore }: PlanStep, isAwake: boolean) =>
  isAwake ? Math.max(graceMs, Math.min(stretchMs, secondsBefore * 100)) : graceMs

/** The warnings that are due: the newest goes out where it is on time, the others are skipped. */
function warn(plan: PlanView, now: number, isAwake: boolean): Move {
  // Brought forward, it has a last call of its own.
  if (plan.latestAt !== null) return noChange(plan)
  const due = plan.steps.flatMap((step, index) =>
    step.kind === 'warning' && step.result === 'waiting' && dueAt(plan, step) <= now ? [index] : [],
  )
  const newest = due.at(-1)
  const step = newest === undefined ? undefined : plan.steps[newest]
  if (newest === undefined || step === undefined) return noChange(plan)
  const skipped = due.reduce((next, index) => withStep(next, index, { result: 'skipped' }), plan)
  const isOver = now - dueAt(plan, step) > warningGrace(step, isAwake) || now >= plan.zeroAt
  return isOver ? noChange(skipped) : sendStep(skipped, newest, step.kind, now)
}

/** The command before zero. One that is late, as after sleep, gets its whole wait all the same. */
function sendLastCommand(plan: PlanView, now: number): Move {
  const index = plan.steps.findIndex(({ kind, result }) => kind === 'last-command' && result === 'waiting')
  const step = plan.steps[index]
  if (step === undefined || dueAt(plan, step) > now) return noChange(plan)
  const isLate = now - dueAt(plan, step) > graceMs || now >= plan.zeroAt
  const zeroAt = isLate ? now + step.secondsBefore * 1_000 : plan.zeroAt
  return sendStep({ ...plan, zeroAt, phase: 'last-command' }, index, step.kind, now)
}

function sendSignal(plan: PlanView, now: number): Move {
  const index = plan.steps.findIndex(({ kind }) => kind === 'restart' || kind === 'stop')
  const step = plan.steps[index]
  if (step === undefined || now < plan.zeroAt) return noChange(plan)
  return sendStep({ ...plan, phase: 'signalling' }, index, step.kind, now)
}

/** True where a command that may have gone out before goes out again at that time, in unix milliseconds. */
const mayRepeat = ({ sentAt }: PlanStep, at: number, afterMs: number): boolean =>
  sentAt === null || at - sentAt >= afterMs

/** True where zero may come forward, to a last command at that time: none was sent, or long enough before. */
export const maySaveEarly = ({ steps }: PlanView, at: number): boolean =>
  steps.every((step) => step.kind !== 'last-command' || mayRepeat(step, at, repeatMs.early))

/** Has the last command go out once more before zero, since what was saved has changed by then. */
function saveAgain(plan: PlanView): PlanView {
  const steps = plan.steps.map((step): PlanStep => {
    // What is on its way is seen to when it has arrived.
    const isOpen = step.kind !== 'last-command' || step.result === 'waiting' || step.result === 'sending'
    return isOpen || !mayRepeat(step, dueAt(plan, step), repeatMs.planned)
      ? step
      : { ...step, result: 'waiting', error: null }
  })
  return { ...plan, steps }
}

/** Back to the zero that was planned: somebody came, or it is not known any more that nobody is on. */
export function backToLatest(plan: PlanView): PlanView {
  if (plan.latestAt === null) return plan
  const steps = plan.steps.map((step): PlanStep => {
    return step.kind === 'last-call' && step.result === 'waiting' ? { ...step, result: 'skipped' } : step
  })
  return saveAgain({ ...plan, steps, phase: 'counting', zeroAt: plan.latestAt, latestAt: null })
}

/**
 * Zero that passed by more than the grace is missed: nothing is ever run late. A restart that was announced is sent where
 * the look was late and the computer awake. @param isAwake since the last look
 */
export function missIfPast(plan: PlanView, now: number, isAwake: boolean): PlanView {
  const isPast = now - plan.zeroAt > (isAwake ? stretchMs : graceMs)
  const isHeld = plan.phase === 'backing-up' && isAwake
  if (!isAhead(plan) || !isPast || isHeld) return plan
  // Only the zero that was brought forward may be over.
  return plan.latestAt === null ? endPlan(plan, 'missed', now) : missIfPast(backToLatest(plan), now, isAwake)
}

/** Phases of an action in which the panel took the signal, or may have. */
const taken: ReadonlySet<PowerAction['phase']> = new Set(['accepted', 'confirmed', 'unconfirmed', 'stalled'])

/**
 * A countdown gives way to a signal that somebody sent since it began and that ends the running server: at zero it would
 * restart the server once more, or start one that was stopped on purpose. A start changes nothing.
 */
export function giveWay(plan: PlanView, action: PowerAction | null, now: number): PlanView {
  if (!isAhead(plan) || action === null || action.signal === 'start') return plan
  return action.startedAt >= plan.startedAt && taken.has(action.phase)
    ? endPlan(plan, 'cancelled', now, { error: appError('plan-overtaken') })
    : plan
}

/** What is due of a plan now. @param now wall clock, unix milliseconds @param isAwake since the last look */
export function advance(plan: PlanView, now: number, isAwake: boolean): Move {
  if (!isAhead(plan)) return noChange(plan)
  const said = andThen(sendLastCommand(plan, now), (next) => warn(next, now, isAwake))
  return andThen(said, (next) => sendSignal(next, now))
}

/**
 * The plan after the clocks moved from `before` to `now`. A wall clock that was set back would hold a countdown that
 * players were told of; zero goes back with it, so that as much time passes as was said. One that went forward looks as
 * sleep does, and is taken for it.
 */
export function followClock(plan: PlanView, before: Instant, now: Instant): PlanView {
  const shift = now.wall - before.wall - (now.mono - before.mono)
  if (!isAhead(plan) || shift >= -clockSlackMs) return plan
  const moved = (at: number) => at + Math.round(shift)
  const steps = plan.steps.map((step) => ({ ...step, sentAt: step.sentAt && moved(step.sentAt) }))
  // Its beginning too, by which it is told whether somebody acted since.
  const latestAt = plan.latestAt === null ? null : moved(plan.latestAt)
  const waiting = plan.waiting && { ...plan.waiting, since: moved(plan.waiting.since) }
  return { ...plan, zeroAt: moved(plan.zeroAt), latestAt, waiting, startedAt: moved(plan.startedAt), steps }
}

/** True for a step that comes at its time; what belongs to another zero than the one that is ahead does not. */
function isNext({ latestAt, choices: { players } }: PlanView, { kind, result }: PlanStep): boolean {
  if (result !== 'waiting') return false
  if (latestAt !== null) return kind !== 'warning'
  const isSkip = players.rule === 'when-empty' && players.otherwise === 'skip'
  return kind !== 'last-call' && !(isSkip && (kind === 'last-command' || kind === 'backup'))
}

/** When a plan wants to be looked at again, in milliseconds from now; null once it has ended. */
export function waitOf(plan: PlanView, now: number): number | null {
  if (hasEnded(plan)) return null
  if (!isAhead(plan) || plan.phase === 'backing-up') return longestWaitMs
  const waiting = plan.steps.filter((step) => isNext(plan, step))
  const next = Math.min(plan.zeroAt, ...waiting.map((step) => dueAt(plan, step)))
  return Math.max(plan.zeroAt > now ? 0 : answerPollMs, Math.min(longestWaitMs, next - now))
}

/** What the panel answered to a command or a signal. */
export type Sent = { readonly result: 'sent' | 'unconfirmed' | 'failed'; readonly error: AppError | null }

/** What came of a command. A refusal ends the plan where the person chose that. */
export function noteCommand(plan: PlanView, index: number, sent: Sent, now: number): PlanView {
  // It was given up, since zero moved or came: it may be due again at its new time.
  if (sent.error?.code === 'cancelled') {
    const isCall = plan.steps[index]?.kind === 'last-call'
    const result = plan.phase === 'counting' && !isCall ? 'waiting' : 'skipped'
    return withStep(plan, index, { result, sentAt: null, error: null })
  }
  // It was sent for a zero that was given up meanwhile.
  const isStale = sent.result !== 'failed' && plan.phase === 'counting' && plan.steps[index]?.kind === 'last-command'
  const next = withStep(plan, index, sent)
  if (isStale) return saveAgain(next)
  const stops = sent.result === 'failed' && isAhead(plan) && plan.choices.onWarningFailed === 'stop'
  return stops ? endPlan(next, 'failed', now, { error: sent.error }) : next
}

/** What the panel answered to a signal. After a refusal nothing more is sent. */
export function noteSignal(plan: PlanView, index: number, sent: Sent, now: number): PlanView {
  const next = withStep(plan, index, sent)
  if (hasEnded(plan)) return next
  // One that waited for a rate limit made way for another, as the person wanted.
  const phase = sent.error?.code === 'cancelled' ? 'cancelled' : 'failed'
  if (sent.result === 'failed') return endPlan(next, phase, now, { error: sent.error })
  if (sent.result === 'sent') return { ...next, phase: 'watching' }
  // It is not known whether the panel acted, or it tells no state: nothing can be watched.
  const isPart = ['stop', 'kill'].includes(next.steps[index]?.kind ?? '')
  return endPlan(next, isPart ? 'failed' : 'done', now, { outcome: 'unconfirmed', error: sent.error })
}

/** Five minutes more; null once it is too late. The warnings that are left come at their new times. */
export const postpone = (plan: PlanView, now: number): PlanView | null =>
  plan.phase === 'counting' ? refit(saveAgain({ ...plan, zeroAt: plan.zeroAt + postponeMs }), now) : null

/**
 * Zero now, or after the wait of the last command; null once that is out, since its wait is for a reason. A backup that was
 * chosen comes first all the same.
 */
export function hurry(plan: PlanView, now: number): PlanView | null {
  if (plan.phase !== 'counting') return null
  // Whoever wants it now wants it whoever is on.
  const choices: RestartChoices = { ...plan.choices, players: { rule: 'any' } }
  return refit({ ...plan, choices, waiting: null, zeroAt: Math.min(plan.zeroAt, earliestZero(plan.choices, now)) }, now)
}

/** Ends the countdown, and tells the players where that is wanted; null once it is too late. */
export function cancel(plan: PlanView, announce: boolean, now: number): Move | null {
  if (!isAhead(plan)) return null
  return announceCancel(endPlan(plan, 'cancelled', now), announce, now)
}

/** Nobody saw what came of what was on its way when the app ended; it never goes out again for that zero. */
function withUnseen(plan: PlanView): PlanView {
  const backupError = appError('backup-not-seen', {
    message: 'Servertray ended before the end of the backup was seen.',
    hint: 'Look at the server’s backups.',
  })
  const steps = plan.steps.map((step): PlanStep => {
    if (step.result !== 'sending') return step
    return { ...step, result: 'unconfirmed', error: step.kind === 'backup' ? backupError : null }
  })
  return { ...plan, steps }
}

/**
 * A plan as a later run of the app finds it. A countdown whose zero is still ahead goes on, with the warnings that are
 * left; one whose zero is over or not known, since the clock was set back to before its beginning, or whose backup was cut
 * off, is missed. What was sent has an unknown end.
 * @param isNewest of its server: two never go on
 */
export function afterRestart(plan: PlanView, now: number, isNewest: boolean): PlanView {
  if (hasEnded(plan)) return plan
  if (isAhead(plan)) {
    // Who is on is counted anew, so a zero that was brought forward is none any more.
    const left = backToLatest(withUnseen(plan))
    const isDueLater = plan.startedAt <= now && now < left.zeroAt
    return isBackingUp(plan) || !isNewest || !isDueLater ? endPlan(left, 'missed', now) : refit(left, now)
  }
  const error = appError('cancelled', {
    message: 'Servertray ended before it was seen what came of the restart.',
    hint: 'Look at the server’s state. It may be stopped.',
  })
  return endPlan(plan, 'failed', now, { outcome: 'unconfirmed', error })
}
