import type { ActivityEntry, ActivityEvent, BackupCutEnd, PanelScheduleDeed } from '../../shared/model/activity.ts'
import { countsText } from '../../shared/model/bulk-summary.ts'
import type { Origin } from '../../shared/model/power.ts'
import { signalName } from '../../shared/model/power-words.ts'
import { clockTimeWithSeconds, isoDay } from '../../shared/model/time-words.ts'
import { spanWords } from '../notify/messages.ts'

const phaseWords = {
  confirmed: 'done',
  unconfirmed: 'sent, outcome not seen',
  refused: 'refused',
  stalled: 'stalled',
} as const
const backupEnds = { done: 'made', failed: 'failed', 'not-seen': 'not seen to finish' } as const
const cutEnds: Readonly<Record<BackupCutEnd, string>> = {
  'not-whole': 'Download not complete',
  gone: 'Backup deleted',
  there: 'Backup not deleted',
  unlocked: 'Backup unlocked, not deleted',
  'not-known': 'Backup perhaps deleted',
}
const restoreEnds = { done: 'restored', failed: 'not restored', unknown: 'perhaps restored' } as const
const reinstallSteps = {
  asked: 'asked for',
  slow: 'takes long',
  done: 'done',
  failed: 'failed',
  unknown: 'not seen to finish',
} as const
const scheduleDeeds: Readonly<Record<PanelScheduleDeed, string>> = {
  created: 'created',
  changed: 'changed',
  paused: 'paused',
  resumed: 'resumed',
  reset: 'reset',
  deleted: 'deleted',
  run: 'run',
  'task-added': 'got a task',
  'task-changed': 'had a task changed',
  'task-deleted': 'lost a task',
}
const originWords: Readonly<Record<Origin, string>> = {
  tray: 'Tray',
  window: 'Window',
  notification: 'Notification',
  link: 'Link',
  cli: 'Command line',
  schedule: 'Planned restart',
  frozen: 'Game did not answer',
}

type Words = { readonly what: string; readonly by?: string; readonly details?: string | null }

function wordsOf(event: ActivityEvent): Words {
  switch (event.kind) {
    case 'power': {
      const { signal, phase, origin, why } = event
      return { what: `${signalName[signal]} ${phaseWords[phase]}`, by: originWords[origin], details: why }
    }
    case 'command':
      return { what: 'Command sent', by: originWords[event.origin] }
    case 'plan':
      return { what: `Restart with warning ${event.phase}`, by: originWords[event.origin], details: event.why }
    case 'backup': {
      const { phase, origin, why } = event
      return { what: `Backup ${backupEnds[phase]}`, by: originWords[origin], details: why }
    }
    case 'keep': {
      const { count, origin, names } = event
      return { what: `Backups deleted by the keep rule: ${count}`, by: originWords[origin], details: names }
    }
    case 'backup-cut':
      return { what: cutEnds[event.came], details: `${event.what}: Servertray ended` }
    case 'restore': {
      const { phase, origin, why } = event
      return { what: `Backup ${restoreEnds[phase]}`, by: originWords[origin], details: why }
    }
    case 'reinstall': {
      const { phase, origin, why } = event
      return { what: `Reinstall ${reinstallSteps[phase]}`, by: originWords[origin], details: why }
    }
    case 'panel-schedule': {
      const { act, schedule, origin } = event
      return { what: `Panel schedule ${scheduleDeeds[act]}`, by: originWords[origin], details: schedule }
    }
    case 'bulk':
      return { what: 'Bulk action', details: countsText(event) }
    case 'stopped':
      return { what: 'Stopped unexpectedly' }
    case 'crashed':
      return { what: 'Crashed' }
    case 'back':
      return { what: 'Came back on its own' }
    case 'flapping':
      return { what: 'Keeps restarting', details: `${event.count} times in ${spanWords(event.spanMs)}` }
    case 'key-refused':
      return { what: 'Key refused by the panel' }
  }
}

/** Characters with which a spreadsheet's formula begins, full-width forms included. */
const formulaSigns = '=+\\-@\uff1d\uff0b\uff0d\uff20\u2212'
/**
 * At the beginning of a cell, also behind blanks and quotes, or behind separators that other settings of a spreadsheet
 * use.
 */
const formula = new RegExp(`(^|[;|\\t\\r\\n])([\\s"']*)(?=[${formulaSigns}])`, 'gu')

/** One cell. A quote is put before a character that would begin a formula. */
function cell(text: string): string {
  const safe = text.replace(formula, "$1$2'").replace(/^(?=[\t\r])/, "'")
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Local time in a form that spreadsheets parse. */
const localTime = (at: number) => `${isoDay(at)} ${clockTimeWithSeconds(at, 'h23')}`

/** The list as a table for a spreadsheet: comma-separated, with a byte order mark so that it is read as UTF-8. */
export function activityCsv(entries: readonly ActivityEntry[]): string {
  const rows = entries.map(({ at, ref, name, event }) => {
    const { what, by = '', details } = wordsOf(event)
    return [localTime(at), name, ref?.split('/')[1] ?? '', what, by, details ?? '']
  })
  const lines = [['Time', 'Name', 'Identifier', 'What', 'By', 'Details'], ...rows]
  return `\ufeff${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`
}
