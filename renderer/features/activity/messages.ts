import type { ActivityEntry, ActivityEventOf } from '../../../shared/activity/contract.ts'
import { countsText } from '../../../shared/bulk/words.ts'
import { type PowerSignal, signalName } from '../../../shared/model/power.ts'
import type { Origin } from '../../../shared/model/power-schema.ts'

type Told = {
  readonly tone: 'ok' | 'busy' | 'bad' | 'plain'
  readonly text: string
  /** Who did it, or why it happened. */
  readonly more: string
}

const from: Readonly<Record<Origin, string>> = {
  tray: 'from the tray',
  window: 'from the window',
  notification: 'from a notification',
  link: 'from a link',
  cli: 'from the command line',
  schedule: 'by a planned restart',
  frozen: 'since its game did not answer',
}

const done: Readonly<Record<PowerSignal, string>> = {
  start: 'Started',
  stop: 'Stopped',
  restart: 'Restarted',
  kill: 'Killed',
}

/** A duration in its largest unit: `12 min`, `2 h`. */
function span(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

function tellPower(event: Extract<ActivityEntry['event'], { kind: 'power' }>): Told {
  const name = signalName[event.signal]
  switch (event.phase) {
    case 'confirmed':
      return { tone: 'ok', text: done[event.signal], more: from[event.origin] }
    case 'unconfirmed':
      return event.why === null
        ? { tone: 'plain', text: `${name} accepted`, more: from[event.origin] }
        : { tone: 'busy', text: `${name} not confirmed`, more: event.why }
    case 'refused':
      return { tone: 'bad', text: `${name} refused`, more: event.why ?? from[event.origin] }
    case 'stalled':
      return { tone: 'bad', text: `${name} stalled`, more: from[event.origin] }
  }
}

const planEnds = {
  done: { tone: 'ok', text: 'Restarted with warning' },
  cancelled: { tone: 'plain', text: 'Restart cancelled' },
  failed: { tone: 'bad', text: 'Planned restart failed' },
  missed: { tone: 'bad', text: 'Planned restart missed' },
} as const

function tellPlan(event: Extract<ActivityEntry['event'], { kind: 'plan' }>): Told {
  const more = event.why ?? from[event.origin]
  return { ...planEnds[event.phase], more }
}

const backupEnds = {
  done: { tone: 'ok', text: 'Backed up' },
  failed: { tone: 'bad', text: 'Backup failed' },
  'not-seen': { tone: 'busy', text: 'Backup not seen to finish' },
} as const

const restoreEnds = {
  done: { tone: 'ok', text: 'Backup restored' },
  failed: { tone: 'bad', text: 'Restore failed' },
  unknown: { tone: 'busy', text: 'Restore not seen to finish' },
} as const

const reinstallSteps = {
  asked: { tone: 'plain', text: 'Reinstall asked for' },
  slow: { tone: 'busy', text: 'Reinstall takes long' },
  done: { tone: 'ok', text: 'Reinstalled' },
  failed: { tone: 'bad', text: 'Reinstall failed' },
  unknown: { tone: 'busy', text: 'Reinstall not seen to finish' },
} as const

const scheduleDeeds: Readonly<Record<ActivityEventOf<'panel-schedule'>['act'], (name: string) => string>> = {
  created: (name) => `Created the panel’s schedule ${name}`,
  changed: (name) => `Changed the panel’s schedule ${name}`,
  paused: (name) => `Paused the panel’s schedule ${name}`,
  resumed: (name) => `Resumed the panel’s schedule ${name}`,
  reset: (name) => `Reset the panel’s schedule ${name}`,
  deleted: (name) => `Deleted the panel’s schedule ${name}`,
  run: (name) => `Ran the panel’s schedule ${name}`,
  'task-added': (name) => `Added a task to the panel’s schedule ${name}`,
  'task-changed': (name) => `Changed a task of the panel’s schedule ${name}`,
  'task-deleted': (name) => `Deleted a task of the panel’s schedule ${name}`,
}

/** One entry of the activity list in words. */
export function tell({ event }: ActivityEntry): Told {
  switch (event.kind) {
    case 'power':
      return tellPower(event)
    case 'command':
      return { tone: 'plain', text: 'Console command sent', more: from[event.origin] }
    case 'plan':
      return tellPlan(event)
    case 'backup':
      return { ...backupEnds[event.phase], more: event.why ?? from[event.origin] }
    case 'keep':
      return {
        tone: 'plain',
        text: `Deleted ${event.count === 1 ? 'a backup' : `${event.count} backups`} by the keep rule`,
        more: event.names,
      }
    case 'restore':
      return { ...restoreEnds[event.phase], more: event.why ?? from[event.origin] }
    case 'reinstall':
      return { ...reinstallSteps[event.phase], more: event.why ?? from[event.origin] }
    case 'panel-schedule':
      return { tone: 'plain', text: scheduleDeeds[event.act](`“${event.schedule}”`), more: from[event.origin] }
    case 'bulk':
      return { tone: event.failed + event.stalled > 0 ? 'bad' : 'plain', text: 'Bulk action', more: countsText(event) }
    case 'stopped':
      return { tone: 'bad', text: 'Stopped unexpectedly', more: '' }
    case 'crashed':
      return { tone: 'bad', text: 'Crashed', more: '' }
    case 'off':
      return { tone: 'plain', text: 'Is off, not by this app', more: '' }
    case 'back':
      return { tone: 'ok', text: 'Came back on its own', more: '' }
    case 'flapping':
      return { tone: 'bad', text: 'Keeps restarting', more: `${event.count} times in ${span(event.spanMs)}` }
    case 'key-refused':
      return { tone: 'bad', text: 'Key refused', more: 'The panel no longer accepts its token.' }
  }
}
