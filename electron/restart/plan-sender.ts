import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { rightsOfRestart } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { isAhead, warningText } from '../../shared/model/restart.ts'
import type { PlanStep, PlanView } from '../../shared/model/restart-schema.ts'
import type { Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { steadyOf } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import type { RestartParts } from './parts.ts'
import { endPlan, isSignal, latestFor, type Move, noChange, type Sent } from './plan.ts'

/** Why nothing is stopped where the panel tells no state. */
export const unwatched = appError('invalid-request', {
  message: 'This panel tells no state, so it would not be seen when the server has stopped.',
  hint: 'Choose Restart for what happens at zero.',
})

/** Whether the panel tells states, by which a stop is seen to have ended. */
export function canWatch({ servers, panels }: Pick<AppState, 'servers' | 'panels'>, ref: ServerRef): boolean {
  const server = servers[ref]
  return server !== undefined && panels[server.panelId]?.dialect === 'pterodactyl'
}

/** A result as what is noted of a step. */
export function sentOf(sent: Result<void>): Sent {
  if (sent.ok) return { result: 'sent', error: null }
  return { result: sent.error.mayHaveActed ? 'unconfirmed' : 'failed', error: sent.error }
}

/** The console command of a step. */
function commandOf({ choices, name }: PlanView, step: PlanStep | undefined): string {
  const texts = { 'last-command': choices.lastCommand?.text, 'cancel-text': choices.cancelText }
  const template = step?.kind === 'last-command' || step?.kind === 'cancel-text' ? texts[step.kind] : choices.text
  return warningText(template ?? '', step?.secondsBefore ?? 0, name)
}

/** Whether what was to go out before zero does so no more: zero is there, does not come, or is not the one that it tells. */
export function isWrong({ steps, zeroAt }: PlanView, index: number, now: PlanView | undefined): boolean {
  const kind = steps[index]?.kind
  if (kind === undefined || kind === 'cancel-text' || isSignal(kind)) return false
  const tellsTime = kind === 'warning' || kind === 'last-call'
  return now === undefined || !isAhead(now) || (tellsTime && zeroAt !== now.zeroAt)
}

/** How long the first step waits for what the account may, in milliseconds: less than a warning or a signal may be late. */
const checkMs = 1_500

/** `end` of the app; a command line gives none. */
type Parts = Pick<RestartParts, 'store' | 'clock' | 'power' | 'commands' | 'checkRights'> & { end?: AbortSignal }

/** Sends what plans order, each within its time, and tells what came of it. */
export function createPlanSender(parts: Parts) {
  const { store, clock, power, commands, checkRights, end } = parts
  const asked = new Map<string, Promise<Result<void> | typeof late>>()
  const signals = new Map<string, { actionId: string | null; mono: number }>()
  /** What plans say and may still wait for a rate limit: each plan as it was then. */
  const waiting = new Set<{ readonly plan: PlanView; readonly index: number; readonly giveUp: AbortController }>()
  const actionOf = (ref: ServerRef) => store.get().servers[ref]?.action

  return {
    /**
     * Why a step of the plan is not sent: once more before its first one, the account is asked whether it may do all that
     * the plan takes. Null where it may, or where that is not known in time.
     */
    async whyNot({ id, ref, choices, steps }: PlanView): Promise<AppError | null> {
      const isFirst = steps.filter(({ sentAt }) => sentAt !== null).length === 1
      if (isFirst && !asked.has(id)) {
        asked.set(id, withTimeout(clock, checkMs, checkRights(ref, rightsOfRestart(choices))))
      }
      const answer = await asked.get(id)
      return answer === undefined || answer === late || answer.ok ? null : answer.error
    },
    /** The console command of the step at that index. */
    async command(plan: PlanView, index: number): Promise<Sent> {
      const { ref, steps, zeroAt } = plan
      const step = steps[index]
      const giveUp = new AbortController()
      const isBeforeZero = step?.kind !== 'cancel-text'
      // A look may come a little late already, so the time of the step counts, and not when it was looked at.
      const dueAt = isBeforeZero ? zeroAt - (step?.secondsBefore ?? 0) * 1_000 : clock.now()
      const latest = latestFor(dueAt, step?.sentAt ?? dueAt)
      const notAfter = isBeforeZero ? Math.min(latest, zeroAt - 1) : latest
      const command = { plan, index, giveUp }
      waiting.add(command)
      // That a restart is cancelled is told also where the person ends the command that planned it, but not after the app.
      const signal = end === undefined ? giveUp.signal : AbortSignal.any([giveUp.signal, end])
      const asks = { notAfter: steadyOf(clock, notAfter), signal, afterEnd: !isBeforeZero }
      const sent = await commands.send(ref, commandOf(plan, step), { isPrivate: true, isAutomatic: true, ...asks })
      waiting.delete(command)
      return sentOf(sent)
    },
    async signal({ id, ref, origin, zeroAt, steps }: PlanView, index: number, what: PowerSignal): Promise<Sent> {
      if (what === 'stop' && !canWatch(store.get(), ref)) return { result: 'failed', error: unwatched }
      const before = actionOf(ref)?.id
      // Better not at all than late, but for the start: without it the server would stay stopped.
      const due = { restart: zeroAt, stop: zeroAt, kill: clock.now(), start: Number.POSITIVE_INFINITY }[what]
      const notAfter = steadyOf(clock, latestFor(due, steps[index]?.sentAt ?? due))
      const sending = power.send(ref, what, origin, { isAutomatic: true, notAfter })
      const action = actionOf(ref)
      signals.set(id, { actionId: action && action.id !== before ? action.id : null, mono: clock.mono() })
      const sent = sentOf(await sending)
      const isUntold = sent.result === 'sent' && actionOf(ref)?.phase === 'unconfirmed'
      return isUntold ? { ...sent, result: 'unconfirmed' } : sent
    },
    /** The power action of a plan's last signal, and the monotonic time at which it went out. */
    last: (id: string) => signals.get(id),
    /** Gives up what was to be said before zero, once zero is there, has moved, or does not come. */
    giveUpWrong(find: (id: string) => PlanView | undefined): void {
      for (const { plan, index, giveUp } of waiting) if (isWrong(plan, index, find(plan.id))) giveUp.abort()
    },
    /** The plan has ended. */
    forget(id: string): void {
      signals.delete(id)
      asked.delete(id)
    },
  }
}

/** Ends a plan before anything of it was sent. */
export function endUnsent(plan: PlanView, error: AppError, now: number): Move {
  const unsent = plan.steps.map((step) =>
    step.result === 'sending' ? ({ ...step, result: 'skipped', sentAt: null } as const) : step,
  )
  return noChange(endPlan({ ...plan, steps: unsent }, 'failed', now, { error }))
}
