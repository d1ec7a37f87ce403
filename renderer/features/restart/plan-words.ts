import type { PlanStep, PlanView } from '../../../shared/model/restart-schema.ts'
import { clockTime, clockTimeWithSeconds } from '../../../shared/model/time-words.ts'
import {
  heldByBackupText,
  isBackingUp,
  isWaiting,
  sentBefore,
  waitingText,
} from '../../../shared/restarts/plan-words.ts'
import { timeLeft } from '../../parts/restart/plan-in-row.ts'
import { spanText } from '../../parts/restart/warnings.ts'
import { count } from '../../ui/format.ts'

/** A plan in one line, and a note to it. */
export type PlanTold = { readonly tone: 'busy' | 'ok' | 'bad' | 'calm'; readonly text: string; readonly hint: string }

function nextWarning({ steps }: PlanView): string {
  const next = steps.find(({ kind, result }) => kind === 'warning' && result === 'waiting')
  if (next !== undefined) return `Next warning at ${spanText(next.secondsBefore)}.`
  return steps.some(({ kind }) => kind === 'warning') ? 'No more warnings.' : 'No warnings.'
}

/** A plan that waits for an empty server. */
function tellWait(plan: PlanView): PlanTold {
  const { players } = plan.choices
  const isSkip = players.rule === 'when-empty' && players.otherwise === 'skip'
  const hint = isSkip ? 'If somebody is still on then, it is given up.' : nextWarning(plan)
  return { tone: 'busy', text: waitingText(plan), hint }
}

/** A plan that waits for the end of its backup. */
function tellHeld({ zeroAt, choices: { backupFirst } }: PlanView): PlanTold {
  const otherwise =
    backupFirst === 'must' ? 'If it fails, nothing is restarted.' : 'If it fails, it restarts all the same.'
  return { tone: 'busy', text: heldByBackupText, hint: `It was due at ${clockTime(zeroAt)}. ${otherwise}` }
}

/** Why a restart that nobody asked for is there. */
const causeText = ({ origin }: PlanView) => (origin === 'frozen' ? ', since its game does not answer' : '')

/**
 * The state of a plan in words.
 * @param now unix milliseconds
 */
export function tellPlan(plan: PlanView, now: number): PlanTold {
  const { phase, outcome, error } = plan
  switch (phase) {
    case 'counting':
      if (isWaiting(plan)) return tellWait(plan)
      return {
        tone: 'busy',
        text: `Restarts in ${timeLeft(plan, now)}`,
        hint: `At ${clockTime(plan.zeroAt)}${causeText(plan)}. ${isBackingUp(plan) ? 'Backing up first. ' : ''}${nextWarning(plan)}`,
      }
    case 'last-command':
      return { tone: 'busy', text: `Restarts in ${timeLeft(plan, now)}`, hint: 'The command before it was sent.' }
    case 'backing-up':
      return tellHeld(plan)
    case 'signalling':
      return { tone: 'busy', text: 'Restarting.', hint: 'It can no longer be cancelled.' }
    case 'watching':
      return outcome === 'stalled'
        ? {
            tone: 'bad',
            text: 'The restart is stuck.',
            hint: 'Kill stops the server at once; unsaved world data is lost.',
          }
        : { tone: 'busy', text: 'Restarting.', hint: 'The panel accepted it.' }
    case 'done':
      return outcome === 'confirmed'
        ? { tone: 'ok', text: `Restarted ${clockTime(plan.endedAt ?? plan.zeroAt)}.`, hint: '' }
        : {
            tone: 'ok',
            text: `Restart accepted ${clockTime(plan.endedAt ?? plan.zeroAt)}.`,
            hint: 'This panel doesn’t report server states, so nothing more is known.',
          }
    case 'cancelled':
      return { tone: 'calm', text: 'Restart cancelled.', hint: error?.message ?? cancelHint(plan) }
    case 'failed':
      return {
        tone: 'bad',
        text: `Restart with warning failed. ${error?.message ?? ''}`.trim(),
        hint: error === null ? 'It is not tried again.' : `${error.hint} It is not tried again.`,
      }
    case 'missed':
      return {
        tone: 'bad',
        text: `The restart at ${clockTime(plan.zeroAt)} was missed.`,
        hint: `This computer was asleep or Servertray was closed. ${sentBefore(plan)}`,
      }
  }
}

function cancelHint({ steps }: PlanView): string {
  const told = steps.find(({ kind }) => kind === 'cancel-text')
  if (told?.result === 'sent') return 'Players were told.'
  if (told?.result === 'failed' || told?.result === 'unconfirmed') return 'Players may not have been told.'
  return ''
}

const stepNames: Readonly<Record<Exclude<PlanStep['kind'], 'warning'>, string>> = {
  backup: 'Backup',
  'last-command': 'Command before it',
  'last-call': 'Last warning',
  'cancel-text': 'Cancel message',
  restart: 'Restart',
  stop: 'Stop',
  start: 'Start',
  kill: 'Kill',
}

/** The name of a step: `Warning at 10 min`. */
export function stepName({ kind, secondsBefore }: PlanStep): string {
  return kind === 'warning' ? `Warning at ${spanText(secondsBefore)}` : stepNames[kind]
}

/** The result of a backup, and why it failed. A `sentAt` is its beginning. */
function backupResult({ result, sentAt, error }: PlanStep): { tone: PlanTold['tone']; text: string } | null {
  if (result === 'sending') return { tone: 'busy', text: 'being made…' }
  if (result === 'sent') return { tone: 'ok', text: sentAt === null ? 'made' : `begun ${clockTime(sentAt)}, made` }
  return result === 'unconfirmed' ? { tone: 'bad', text: error?.message ?? 'its end was not seen' } : null
}

/** The result of a step, and why it failed. */
export function stepResult(step: PlanStep): { tone: PlanTold['tone']; text: string } {
  const { kind, result, sentAt, error } = step
  const ofBackup = kind === 'backup' ? backupResult(step) : null
  if (ofBackup !== null) return ofBackup
  const why = error === null ? '' : ` ${error.message}`
  switch (result) {
    case 'waiting':
      return { tone: 'calm', text: 'not yet' }
    case 'sending':
      return { tone: 'busy', text: 'sending…' }
    case 'sent':
      return { tone: 'ok', text: sentAt === null ? 'sent' : `sent ${clockTimeWithSeconds(sentAt)}` }
    case 'unconfirmed':
      return { tone: 'busy', text: `not confirmed.${why}` }
    case 'failed':
      return { tone: 'bad', text: `failed.${why}` }
    case 'skipped':
      return { tone: 'calm', text: `skipped${why && `.${why}`}` }
  }
}

/** The warnings that were sent, of those that fit: `3 of 8 warnings sent`; empty where there are none. */
export function warningsTold({ steps }: PlanView): string {
  const warnings = steps.filter(({ kind, result }) => kind === 'warning' && result !== 'skipped')
  const sent = warnings.filter(({ result }) => result === 'sent').length
  return warnings.length === 0 ? '' : `${sent} of ${count(warnings.length, 'warning')} sent`
}

/** What is said where a countdown ended before the answer to the question about cancelling it. */
export function tooLate(plan: PlanView, name: string): { readonly title: string; readonly text: string } {
  const text = 'The countdown ended before you answered.'
  if (plan.phase === 'signalling' || plan.phase === 'watching')
    return { title: `Too late: ${name} is restarting`, text }
  if (plan.phase === 'done') return { title: `Too late: ${name} was restarted`, text }
  const told = tellPlan(plan, plan.endedAt ?? plan.zeroAt)
  return { title: `The countdown of ${name} has ended`, text: `${told.text} ${told.hint}` }
}
