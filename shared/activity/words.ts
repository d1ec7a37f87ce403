import type { BackupRun, RestoreView } from '../backups/contract.ts'
import { countsText } from '../bulk/words.ts'
import type { AppError } from '../error-schema.ts'
import { failureFacts } from '../failure-facts.ts'
import { type PowerSignal, signalName } from '../model/power.ts'
import type { Origin, PowerAction } from '../model/power-schema.ts'
import type { PlanView } from '../model/restart-schema.ts'
import { safeText, uncapitalised } from '../model/text.ts'
import type { ActivityEvent, ActivityEventOf } from './contract.ts'

/** What is said of an event, wherever it is. */
export type EventWords = {
  readonly tone: 'ok' | 'busy' | 'bad' | 'plain'
  /** Without the server's name, for what has it beside: `Restart refused`. */
  readonly what: string
  /** With the name, and without a full stop: `Restart of Survival was refused`. */
  readonly title: string
  /** Who did it, why it happened, or how often. */
  readonly by: string
}

/**
 * How a failure is called, which is not always a refusal: the panel may never have heard of the action, or may have
 * carried it out.
 */
export function failureOf({ code, mayHaveActed }: AppError): 'unconfirmed' | 'refused' | 'not-sent' {
  if (mayHaveActed) return 'unconfirmed'
  return failureFacts(code).delivery === 'refused' ? 'refused' : 'not-sent'
}

export const failureVerb = { unconfirmed: 'not confirmed', refused: 'refused', 'not-sent': 'not sent' } as const

const whyOf = (error: AppError | null) => error && safeText(error.message)

/** What is kept of a power action, with its origin; null before its end. */
export function eventOfPower(action: Pick<PowerAction, 'signal' | 'origin' | 'phase' | 'error'>) {
  const { signal, origin, phase, error } = action
  if (phase === 'sending' || phase === 'waiting' || phase === 'accepted') return null
  const end = phase === 'refused' && error !== null ? failureOf(error) : phase
  return { kind: 'power', signal, origin, phase: end, why: whyOf(error) } as const
}

/** The same of a restart with warnings; null before its end. */
export function eventOfPlan({ phase, origin, error }: Pick<PlanView, 'phase' | 'origin' | 'error'>) {
  if (phase !== 'done' && phase !== 'cancelled' && phase !== 'failed' && phase !== 'missed') return null
  return { kind: 'plan', phase, origin, why: whyOf(error) } as const
}

/** The same of a backup; null before its end. */
export function eventOfBackup({ phase, origin, error }: Pick<BackupRun, 'phase' | 'origin' | 'error'>) {
  if (phase !== 'done' && phase !== 'failed' && phase !== 'not-seen') return null
  return { kind: 'backup', phase, origin, why: whyOf(error) } as const
}

/** The same of a restore; null before its end, and for one that was given up, which has restored nothing. */
export function eventOfRestore({ phase, error }: Pick<RestoreView, 'phase' | 'error'>, origin: Origin) {
  if (phase !== 'done' && phase !== 'failed' && phase !== 'unknown') return null
  return { kind: 'restore', phase, origin, why: whyOf(error) } as const
}

const origins: Readonly<Record<Origin, string>> = {
  tray: 'from the tray',
  window: 'from the window',
  notification: 'from a notification',
  link: 'from a link',
  cli: 'from the command line',
  schedule: 'by a planned restart',
  frozen: 'since its game did not answer',
}

const signalDone: Readonly<Record<PowerSignal, string>> = {
  start: 'Started',
  stop: 'Stopped',
  restart: 'Restarted',
  kill: 'Killed',
}

/** A span in words, to the minute: `less than a minute`, `1 minute`, `12 minutes`, `3 hours`. */
export function spanWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

type Ending = Pick<EventWords, 'tone' | 'what'> & { readonly title?: string }

function powerEnding({ signal, phase, why }: ActivityEventOf<'power'>, name: string): Ending {
  const subject = signalName[signal]
  if (phase === 'confirmed') return { tone: 'ok', what: signalDone[signal] }
  if (phase === 'stalled')
    return { tone: 'bad', what: `${subject} stalled`, title: `${subject} of ${name} is taking a long time` }
  if (phase === 'unconfirmed' && why === null) return { tone: 'plain', what: `${subject} accepted` }
  const verb = failureVerb[phase]
  const tone = phase === 'unconfirmed' ? 'busy' : 'bad'
  return { tone, what: `${subject} ${verb}`, title: `${subject} of ${name} was ${verb}` }
}

// A power action of the same restart may stand beside it, so the list says which of them was planned.
const planEndings = (name: string): Readonly<Record<ActivityEventOf<'plan'>['phase'], Ending>> => ({
  done: { tone: 'ok', what: 'Restarted with warning' },
  cancelled: { tone: 'plain', what: 'Restart cancelled' },
  failed: { tone: 'bad', what: 'Planned restart failed', title: `Restart of ${name} failed` },
  missed: { tone: 'bad', what: 'Planned restart missed', title: `Restart of ${name} was missed` },
})

const backupEndings = (name: string): Readonly<Record<ActivityEventOf<'backup'>['phase'], Ending>> => ({
  done: { tone: 'ok', what: 'Backed up', title: `Backup of ${name} is done` },
  failed: { tone: 'bad', what: 'Backup failed', title: `Backup of ${name} failed` },
  'not-seen': { tone: 'busy', what: 'Backup not seen to finish', title: `Backup of ${name} was not seen to finish` },
})

// What a notification says of a restore or a reinstall tells what became of the files too, by how far it came.
const restoreEndings: Readonly<Record<ActivityEventOf<'restore'>['phase'], Ending>> = {
  done: { tone: 'ok', what: 'Backup restored' },
  failed: { tone: 'bad', what: 'Restore failed' },
  unknown: { tone: 'busy', what: 'Restore not seen to finish' },
}

const reinstallSteps: Readonly<Record<ActivityEventOf<'reinstall'>['phase'], Ending>> = {
  asked: { tone: 'plain', what: 'Reinstall asked for' },
  slow: { tone: 'busy', what: 'Reinstall takes long' },
  done: { tone: 'ok', what: 'Reinstalled' },
  failed: { tone: 'bad', what: 'Reinstall failed' },
  unknown: { tone: 'busy', what: 'Reinstall not seen to finish' },
}

const scheduleActs: Readonly<Record<ActivityEventOf<'panel-schedule'>['act'], string>> = {
  created: 'Created',
  changed: 'Changed',
  paused: 'Paused',
  resumed: 'Resumed',
  reset: 'Reset',
  deleted: 'Deleted',
  run: 'Ran',
  'task-added': 'Added a task to',
  'task-changed': 'Changed a task of',
  'task-deleted': 'Deleted a task of',
}

/** Words of which `title` and `by` have a rule where nothing else is said: the name before `what`, and the origin. */
function endingOf(event: ActivityEvent, name: string): Ending & { readonly by?: string } {
  switch (event.kind) {
    case 'power':
      return powerEnding(event, name)
    case 'command':
      return { tone: 'plain', what: 'Console command sent' }
    case 'plan':
      return planEndings(name)[event.phase]
    case 'backup':
      return backupEndings(name)[event.phase]
    case 'keep': {
      const what = `Deleted ${event.count === 1 ? 'a backup' : `${event.count} backups`} by the keep rule`
      return { tone: 'plain', what, by: event.names }
    }
    case 'restore':
      return restoreEndings[event.phase]
    case 'reinstall':
      return reinstallSteps[event.phase]
    case 'panel-schedule':
      return { tone: 'plain', what: `${scheduleActs[event.act]} the panel’s schedule “${event.schedule}”` }
    case 'bulk':
      return { tone: event.failed + event.stalled > 0 ? 'bad' : 'plain', what: 'Bulk action', by: countsText(event) }
    case 'stopped':
      return { tone: 'bad', what: 'Stopped unexpectedly', title: `${name} has stopped` }
    case 'crashed':
      return { tone: 'bad', what: 'Crashed' }
    case 'off':
      return { tone: 'plain', what: 'Went offline', by: 'not by this app' }
    case 'back':
      return { tone: 'ok', what: 'Came back on its own', title: `${name} is running again` }
    case 'flapping':
      return { tone: 'bad', what: 'Keeps restarting', by: `${event.count} times in ${spanWords(event.spanMs)}` }
    case 'key-refused':
      return {
        tone: 'bad',
        what: 'Key refused',
        title: `The key ${name} was refused`,
        by: 'The panel no longer accepts its token.',
      }
  }
}

/** What is said of an event. @param name the server's or the key's, safe to show, for the title */
export function wordsOf(event: ActivityEvent, name = ''): EventWords {
  const { tone, what, title = `${name} ${uncapitalised(what)}`, by } = endingOf(event, name)
  const why = 'why' in event ? event.why : null
  return { tone, what, title, by: by ?? why ?? ('origin' in event ? origins[event.origin] : '') }
}
