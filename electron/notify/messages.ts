import type { BackupRun, RestoreView } from '../../shared/backups/contract.ts'
import { restoreHint, restoreText } from '../../shared/backups/restore.ts'
import { bulkCounts, countsText } from '../../shared/bulk/words.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { ReinstallRun } from '../../shared/jobs/contract.ts'
import { isReinstalling, reinstallWords } from '../../shared/jobs/reinstall.ts'
import { notSeenText, type PowerSignal, signalName } from '../../shared/model/power.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { ServerState, ServerView } from '../../shared/model/server-schema.ts'
import { capitalised, safeText, uncapitalised } from '../../shared/model/text.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { sentBefore } from '../../shared/restarts/plan-words.ts'
import { maxNameLength } from '../../shared/servers/names.ts'
import type { AppEvent, BulkEvent, KeyEvent, ServerEvent } from './event.ts'

export type Words = { readonly title: string; readonly body: string }
type Of<K extends AppEvent['kind']> = Extract<AppEvent, { kind: K }>

// The names of servers come here safe to show, and cut: systems cut titles at about 60 characters.

/** Maximum number of names in a body; the rest are counted. */
const maxNames = 4
const minuteMs = 60_000

/** A span in words, to the minute: `less than a minute`, `1 minute`, `12 minutes`, `3 hours`. */
function spanWords(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 1) return 'less than a minute'
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function namesOf(names: readonly string[]): string {
  const listed = names.slice(0, maxNames)
  const more = names.length - listed.length
  if (more > 0) return `${listed.join(', ')} and ${more} more.`
  return `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}.`
}

/** The server's current state, in a body that was delayed for a moment. */
const nowWords: Readonly<Record<ServerState, string>> = {
  unknown: '',
  offline: '',
  stopping: '',
  starting: ' It is starting again.',
  running: ' It is running again.',
}

/** @param state the server's current state */
function downWords({ name, how, at, lastUpAt }: Of<'down'>, state: ServerState): Words {
  const body =
    how === 'crashed'
      ? `It went offline at ${clockTime(at)}; no stop was seen.`
      : `Offline at ${clockTime(at)}, last seen running at ${clockTime(lastUpAt)}; no stop was seen.`
  const title = how === 'crashed' ? `${name} crashed` : `${name} has stopped`
  return { title, body: `${body}${nowWords[state]}` }
}

function backWords({ name, downMs }: Of<'back'>): Words {
  return { title: `${name} is running again`, body: `It was down for ${spanWords(downMs)}.` }
}

function flappingWords({ name, count, spanMs }: Of<'flapping'>, state: ServerState): Words {
  const now = state === 'offline' ? ' It is offline now.' : ''
  return { title: `${name} keeps restarting`, body: `${count} times in ${spanWords(spanMs)}.${now}` }
}

const groupTitles = {
  down: 'went down unexpectedly',
  back: 'are running again',
  flapping: 'keep restarting',
} as const

/** One text for many servers. */
export function groupWords(kind: keyof typeof groupTitles, names: readonly string[]): Words {
  return { title: `${names.length} servers ${groupTitles[kind]}`, body: namesOf(names) }
}

/**
 * An action that failed or takes long; null for one that goes as it should.
 * @param server as it is now
 */
export function actionWords(
  name: string,
  { signal, phase, error }: PowerAction,
  server: ServerView | undefined,
): Words | null {
  const what = `${signalName[signal]} of ${name}`
  if (phase === 'stalled') {
    const seen = server === undefined ? '' : `${notSeenText(signal, server)} `
    const body = error === null ? `${seen}Open Servertray to check or kill it.` : `${error.message} ${error.hint}`
    return { title: `${what} is taking long`, body }
  }
  if (error === null) return null
  const title = phase === 'refused' ? `${what} was refused` : `${what}: no answer`
  return { title, body: `${error.message} ${error.hint}` }
}

/** Several restarts that were missed, as during a night. */
export function missedWords(names: readonly string[]): Words {
  const why = 'This computer was asleep or Servertray was closed, so they were not restarted.'
  return { title: `${names.length} restarts were missed`, body: `${namesOf(names)} ${why}` }
}

/** A plan that was missed or failed; null for one that went as it should. */
export function planWords(name: string, plan: PlanView): Words | null {
  const { phase, zeroAt, error } = plan
  if (phase === 'missed') {
    const body = `It was planned for ${clockTime(zeroAt)}, but this computer was asleep or Servertray was closed.`
    return {
      title: `Restart of ${name} was missed`,
      body: `${body} ${sentBefore(plan)} Open Servertray to run it now.`,
    }
  }
  if (phase !== 'failed') return null
  const why = error === null ? '' : `${error.message} ${error.hint}`
  return { title: `Restart of ${name} failed`, body: why }
}

/** A backup that failed, takes long, or is done after it took long; null for one that went as it should. */
export function backupWords(name: string, { phase, isSlow, endedAt, error }: BackupRun): Words | null {
  if (endedAt === null) {
    const body = 'The panel has not finished it yet. You are told when it ends.'
    return { title: `Backup of ${name} is taking long`, body }
  }
  if (phase === 'done') return isSlow ? { title: `Backup of ${name} is done`, body: 'It took long.' } : null
  const why = error === null ? '' : `${error.message} ${error.hint}`
  return { title: `Backup of ${name} ${phase === 'failed' ? 'failed' : 'was not seen to finish'}`, body: why }
}

/** A restore that has ended; null for one that a person gave up. */
export function restoreWords(name: string, restore: RestoreView): Words | null {
  if (restore.phase === 'cancelled') return null
  return { title: `${name}: ${uncapitalised(restoreText(restore))}`, body: restoreHint(restore) ?? '' }
}

/** A reinstall that has ended or takes long; null for one that a person has just asked for, or gave up. */
export function endOfReinstall(name: string, run: ReinstallRun): Words | null {
  if (run.phase === 'cancelled') return null
  if (isReinstalling(run)) {
    if (!run.isSlow) return null
    return { title: `${name} is still being reinstalled`, body: 'It takes long. You are told when it ends.' }
  }
  const { message, hint } = reinstallWords(run, name)
  return { title: message.replace(/\.$/, ''), body: hint }
}

/** A kill that a plan sends by itself, as the person chose. */
export function escalationWords(name: string, { choices }: PlanView): Words {
  const span = spanWords((choices.killAfterMinutes ?? 0) * minuteMs)
  return {
    title: `${name} is being killed`,
    body: `It did not stop within ${span}, so it is killed as planned. Unsaved world data is lost.`,
  }
}

/** The summary of a bulk action. */
export function bulkWords({ name, bulk }: BulkEvent): Words {
  const { failed, stalled } = bulkCounts(bulk)
  const end = failed + stalled > 0 ? 'done, with failures' : bulk.phase === 'cancelled' ? 'not finished' : 'done'
  return { title: `${name}: ${end}`, body: `${countsText(bulkCounts(bulk))}.` }
}

/** A signal that was not sent, and why. */
export function unsentWords(name: string, signal: PowerSignal, error: AppError): Words {
  return { title: `${signalName[signal]} of ${name} was not sent`, body: `${error.message} ${error.hint}` }
}

const planEdits = { postpone: 'postponed', now: 'brought forward', cancel: 'cancelled', dismiss: 'dismissed' }

/** @param what was asked of the plan */
export function unchangedPlanWords(name: string, what: keyof typeof planEdits, error: AppError): Words {
  return { title: `The restart of ${name} was not ${planEdits[what]}`, body: `${error.message} ${error.hint}` }
}

/** A server that the window cannot show. */
export function unopenedWords(name: string, error: AppError): Words {
  return { title: `${name} was not opened`, body: `${error.message} ${error.hint}` }
}

/** A backup that was not begun, and why in a few words. */
export const noBackupWords = (name: string, why: string): Words => ({
  title: `No backup of ${name} was made`,
  body: `${capitalised(why)}.`,
})

/** Players who came or went, or a game that does not answer any more. */
export function playersWords(name: string, event: Of<'joined' | 'left'> | Of<'frozen'>): Words {
  if (event.kind === 'frozen') {
    const body = `It runs, but its game has not answered since ${clockTime(event.since)}.`
    const next =
      event.restartsAt === null
        ? 'Open its console to look, or restart it.'
        : `It restarts at ${clockTime(event.restartsAt)} unless you cancel that.`
    return { title: `${name} does not answer players`, body: `${body} ${next}` }
  }
  const at = clockTime(event.at)
  return event.kind === 'joined'
    ? { title: `Somebody is on ${name}`, body: `Nobody was on before ${at}.` }
    : { title: `Nobody is on ${name} any more`, body: `The last player left at ${at}.` }
}

/** A key that its panel refused. */
export function keyWords({ name, error }: KeyEvent): Words {
  return { title: `The key ${safeText(name, maxNameLength)} was refused`, body: `${error.message} ${error.hint}` }
}

/** Events that are delayed for a moment, and may be told for several servers at once. */
export type HeldEvent = Extract<ServerEvent, { kind: keyof typeof groupTitles }>

/**
 * The text for one server.
 * @param state the server's current state
 */
export function heldWords(event: HeldEvent, state: ServerState): Words {
  switch (event.kind) {
    case 'down':
      return downWords(event, state)
    case 'back':
      return backWords(event)
    case 'flapping':
      return flappingWords(event, state)
  }
}
