import { eventOfBackup, eventOfPlan, eventOfPower, spanWords, wordsOf } from '../../shared/activity/words.ts'
import type { BackupRun, RestoreView } from '../../shared/backups/contract.ts'
import { restoreHint, restoreText } from '../../shared/backups/restore.ts'
import { bulkCounts, countsText } from '../../shared/bulk/words.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { ReinstallRun } from '../../shared/jobs/contract.ts'
import { isReinstalling, reinstallWords } from '../../shared/jobs/reinstall.ts'
import { notSeenText, type PowerSignal } from '../../shared/model/power.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { ServerState, ServerView } from '../../shared/model/server-schema.ts'
import { uncapitalised } from '../../shared/model/text.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { sentBefore } from '../../shared/restart/plan-words.ts'
import type { AppEvent, ServerEvent } from './event.ts'

/** The names of servers come here safe to show, and cut: systems cut titles at about 60 characters. */
export type Words = { readonly title: string; readonly body: string }
type Of<K extends AppEvent['kind']> = Extract<AppEvent, { kind: K }>

export const errorText = (error: AppError | null) => (error === null ? '' : `${error.message} ${error.hint}`)

/** Maximum number of names in a body; the rest are counted. */
const maxNames = 4

/** `Survival, Creative and Lobby.`: a British list has no comma before the last one. */
function namesOf(names: readonly string[]): string {
  const more = names.length > maxNames ? [`${names.length - maxNames} more`] : []
  return `${new Intl.ListFormat('en-GB').format([...names.slice(0, maxNames), ...more])}.`
}

/** The server's current state, in a body that was delayed for a moment. */
const nowWords: Readonly<Partial<Record<ServerState, string>>> = {
  starting: ' It is starting again.',
  running: ' It is running again.',
}

/** Events that are delayed for a moment, and may be told for several servers at once. */
export type DelayedEvent = Extract<ServerEvent, { kind: keyof typeof groupTitles }>

/**
 * The text for one server.
 * @param state the server's current state
 */
export function delayedWords(event: DelayedEvent, state: ServerState): Words {
  const { name, at } = event
  switch (event.kind) {
    case 'down': {
      const { how, lastUpAt } = event
      const seen = how === 'crashed' ? 'It went offline at' : 'Offline at'
      const lastUp = how === 'crashed' ? '' : `, last seen running at ${clockTime(lastUpAt)}`
      const body = `${seen} ${clockTime(at)}${lastUp}; no stop was seen.${nowWords[state] ?? ''}`
      return { title: wordsOf({ kind: how }, name).title, body }
    }
    case 'back':
      return { title: wordsOf({ kind: 'back' }, name).title, body: `It was down for ${spanWords(event.downMs)}.` }
    case 'flapping': {
      const { title, by } = wordsOf(event, name)
      return { title, body: `${by}.${state === 'offline' ? ' It is offline now.' : ''}` }
    }
  }
}

const groupTitles = {
  down: 'went down unexpectedly',
  back: 'are running again',
  flapping: 'keep restarting',
} as const

/** One text for many servers. */
export const groupWords = (kind: keyof typeof groupTitles, names: readonly string[]): Words => ({
  title: `${names.length} servers ${groupTitles[kind]}`,
  body: namesOf(names),
})

/**
 * An action that failed or takes long; null for one that goes as it should.
 * @param server as it is now
 */
function actionWords(name: string, action: PowerAction, server: ServerView | undefined): Words | null {
  const { signal, phase, error } = action
  const event = eventOfPower(action)
  if (event === null || (error === null && phase !== 'stalled')) return null
  const seen = server === undefined ? '' : `${notSeenText(signal, server)} `
  const body = error === null ? `${seen}Open Servertray to check or kill it.` : errorText(error)
  return { title: wordsOf(event, name).title, body }
}

/** Several restarts that were missed, as during a night. */
export function missedWords(names: readonly string[]): Words {
  const why = 'This computer was asleep or Servertray was closed, so they were not restarted.'
  return { title: `${names.length} restarts were missed`, body: `${namesOf(names)} ${why}` }
}

/** A plan that was missed or failed; null for one that went as it should. */
function planWords(name: string, plan: PlanView): Words | null {
  const event = eventOfPlan(plan)
  if (event?.phase !== 'missed' && event?.phase !== 'failed') return null
  const { title } = wordsOf(event, name)
  if (event.phase === 'failed') return { title, body: errorText(plan.error) }
  const body = `It was planned for ${clockTime(plan.zeroAt)}, but this computer was asleep or Servertray was closed.`
  return { title, body: `${body} ${sentBefore(plan)} Open Servertray to run it now.` }
}

/** A backup that failed, takes long, or is done after it took long; null for one that went as it should. */
function backupWords(name: string, run: BackupRun): Words | null {
  const event = run.endedAt === null ? null : eventOfBackup(run)
  if (event === null) {
    const body = 'The panel has not finished it yet. You will be told when it ends.'
    return { title: `Backup of ${name} is taking a long time`, body }
  }
  if (event.phase === 'done' && !run.isSlow) return null
  return { title: wordsOf(event, name).title, body: event.phase === 'done' ? 'It took a while.' : errorText(run.error) }
}

/** A restore that has ended; null for one that a person gave up. */
function restoreWords(name: string, restore: RestoreView): Words | null {
  if (restore.phase === 'cancelled') return null
  return { title: `${name}: ${uncapitalised(restoreText(restore))}`, body: restoreHint(restore) ?? '' }
}

/** A reinstall that has ended or takes long; null for one that a person has just asked for, or gave up. */
function reinstallEndWords(name: string, run: ReinstallRun): Words | null {
  if (run.phase === 'cancelled') return null
  if (isReinstalling(run)) {
    if (!run.isSlow) return null
    return { title: `${name} is still being reinstalled`, body: 'You will be told when it ends.' }
  }
  const { message, hint } = reinstallWords(run, name)
  return { title: message.replace(/\.$/, ''), body: hint }
}

/** A kill that a plan sends by itself, as the person chose. */
function escalationWords(name: string, { choices }: PlanView): Words {
  const span = spanWords((choices.killAfterMinutes ?? 0) * 60_000)
  return {
    title: `${name} is being killed`,
    body: `It did not stop within ${span}, so it is killed as planned. Unsaved world data is lost.`,
  }
}

/** The summary of a bulk action. */
function bulkWords({ name, bulk }: Of<'bulk'>): Words {
  const { failed, stalled } = bulkCounts(bulk)
  const end = failed + stalled > 0 ? 'done, with failures' : bulk.phase === 'cancelled' ? 'not finished' : 'done'
  return { title: `${name}: ${end}`, body: `${countsText(bulkCounts(bulk))}.` }
}

/** A signal that was not sent and shows nowhere in the state, and why. */
export function unsentWords(name: string, signal: PowerSignal, error: AppError): Words {
  const event = { kind: 'power', signal, origin: 'tray', phase: 'not-sent', why: error.message } as const
  return { title: wordsOf(event, name).title, body: errorText(error) }
}

/** Players who came or went, or a game that does not answer any more. */
function playersWords(name: string, event: Of<'joined' | 'left'> | Of<'frozen'>): Words {
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
    ? { title: `Somebody is on ${name}`, body: `It was empty until ${at}.` }
    : { title: `Nobody is on ${name} any more`, body: `The last player left at ${at}.` }
}

type Message = Words & { readonly id: string }

/**
 * What is said at once of an event; null where nothing is. Two messages with one `id` are of the same, so that the later
 * one replaces the earlier.
 * @param name the server's, the key's or the bulk action's, safe to show
 * @param server as it is now
 */
export function immediateMessage(event: AppEvent, name: string, server: ServerView | undefined): Message | null {
  const message = (id: string, words: Words | null) => words && { id, ...words }
  switch (event.kind) {
    case 'action':
      return message(`action ${event.action.id}`, actionWords(name, event.action, server))
    case 'plan':
      return message(`plan ${event.plan.id}`, planWords(name, event.plan))
    case 'escalation':
      return message(`escalation ${event.plan.id}`, escalationWords(name, event.plan))
    case 'bulk':
      return message(`bulk ${event.bulk.id}`, bulkWords(event))
    case 'backup':
      return message(`backup ${event.run.id}`, backupWords(name, event.run))
    case 'restore':
      return message(`restore ${event.restore.id}`, restoreWords(name, event.restore))
    case 'reinstall':
      return message(`reinstall ${event.run.id}`, server === undefined ? null : reinstallEndWords(name, event.run))
    case 'frozen':
      return message(`frozen ${event.ref} ${event.since}`, playersWords(name, event))
    case 'joined':
    case 'left':
      // News that players left replaces news that they joined, and the other way round.
      return message(`players ${event.ref}`, playersWords(name, event))
    case 'key-refused':
      return message(`key ${event.keyId}`, { title: wordsOf(event, name).title, body: errorText(event.error) })
    default:
      return null
  }
}
