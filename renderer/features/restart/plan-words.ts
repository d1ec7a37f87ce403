import type { PlanStep, PlanView } from '../../../shared/model/restart-schema.ts'
import { clockTime, clockTimeWithSeconds } from '../../../shared/model/time-words.ts'
import {
  heldByBackupText,
  isBackingUp,
  isWaiting,
  sentBefore,
  waitingText,
} from '../../../shared/restart/plan-words.ts'
import { failedText, timeLeft } from '../../parts/restart/plan-in-row.ts'
import { spanText } from '../../parts/restart/warnings.ts'
import { count } from '../../ui/format.ts'

/** A plan in one line, and a note to it. */
export type PlanMessage = {
  readonly tone: 'busy' | 'ok' | 'bad' | 'calm'
  readonly text: string
  readonly hint: string
}

function nextWarning({ steps }: PlanView): string {
  const next = steps.find(({ kind, result }) => kind === 'warning' && result === 'waiting')
  if (next !== undefined) return `Next warning at ${spanText(next.secondsBefore)}.`
  return steps.some(({ kind }) => kind === 'warning') ? 'No more warnings.' : 'No warnings.'
}

const line = (tone: PlanMessage['tone'], text: string, hint: string): PlanMessage => ({ tone, text, hint })

/** A plan that waits for an empty server. */
function tellWait(plan: PlanView): PlanMessage {
  const { players } = plan.choices
  const isSkip = players.rule === 'when-empty' && players.otherwise === 'skip'
  return line('busy', waitingText(plan), isSkip ? 'If somebody is still on then, it is given up.' : nextWarning(plan))
}

/** A plan that waits for the end of its backup. */
function tellHeld({ zeroAt, choices: { backupFirst } }: PlanView): PlanMessage {
  const otherwise =
    backupFirst === 'must' ? 'If it fails, nothing is restarted.' : 'If it fails, it restarts all the same.'
  return line('busy', heldByBackupText, `It was due at ${clockTime(zeroAt)}. ${otherwise}`)
}

function tellCountdown(plan: PlanView, now: number): PlanMessage {
  // One that nobody asked for says why it is there.
  const cause = plan.origin === 'frozen' ? ', since its game does not answer' : ''
  const backup = isBackingUp(plan) ? 'Backing up first. ' : ''
  const hint = `At ${clockTime(plan.zeroAt)}${cause}. ${backup}${nextWarning(plan)}`
  return line('busy', `Restarts in ${timeLeft(plan, now)}`, hint)
}

/**
 * The state of a plan in words.
 * @param now unix milliseconds
 */
export function tellPlan(plan: PlanView, now: number): PlanMessage {
  const { phase, outcome, error } = plan
  const endedAt = clockTime(plan.endedAt ?? plan.zeroAt)
  switch (phase) {
    case 'counting':
      return isWaiting(plan) ? tellWait(plan) : tellCountdown(plan, now)
    case 'last-command':
      return line('busy', `Restarts in ${timeLeft(plan, now)}`, 'The command before it was sent.')
    case 'backing-up':
      return tellHeld(plan)
    case 'signalling':
      return line('busy', 'Restarting.', 'It can no longer be cancelled.')
    case 'watching':
      if (outcome !== 'stalled') return line('busy', 'Restarting.', 'The panel accepted it.')
      return line('bad', 'The restart is stuck.', 'Kill stops the server at once; unsaved world data is lost.')
    case 'done': {
      if (outcome === 'confirmed') return line('ok', `Restarted ${endedAt}.`, '')
      const hint = 'This panel doesn’t report server states, so nothing more is known.'
      return line('ok', `Restart accepted ${endedAt}.`, hint)
    }
    case 'cancelled':
      return line('calm', 'Restart cancelled.', error?.message ?? cancelHint(plan))
    case 'failed':
      return line('bad', failedText(plan), `${error?.hint ?? ''} It is not tried again.`.trim())
    case 'missed': {
      const hint = `This computer was asleep or Servertray was closed. ${sentBefore(plan)}`
      return line('bad', `The restart at ${clockTime(plan.zeroAt)} was missed.`, hint)
    }
  }
}

function cancelHint({ steps }: PlanView): string {
  const result = steps.find(({ kind }) => kind === 'cancel-text')?.result
  if (result === 'sent') return 'Players were told.'
  if (result === 'failed' || result === 'unconfirmed') return 'Players may not have been told.'
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
function backupResult({ result, sentAt, error }: PlanStep): { tone: PlanMessage['tone']; text: string } | null {
  if (result === 'sending') return { tone: 'busy', text: 'being made…' }
  if (result === 'sent') return { tone: 'ok', text: sentAt === null ? 'made' : `begun ${clockTime(sentAt)}, made` }
  return result === 'unconfirmed' ? { tone: 'bad', text: error?.message ?? 'its end was not seen' } : null
}

/** The result of a step, and why it failed. */
export function stepResult(step: PlanStep): { tone: PlanMessage['tone']; text: string } {
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
  const ended = tellPlan(plan, plan.endedAt ?? plan.zeroAt)
  return { title: `The countdown of ${name} has ended`, text: `${ended.text} ${ended.hint}` }
}
