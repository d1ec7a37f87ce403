import { capitalised } from '../../../shared/model/text.ts'
import type {
  PanelSchedule,
  PanelScheduleEdit,
  PanelTask,
  PanelTaskEdit,
} from '../../../shared/panel-schedules/contract.ts'
import { cronWords } from '../../../shared/panel-schedules/cron-words.ts'
import { isStuck } from '../../../shared/panel-schedules/panel-schedules.ts'
import { zoneText } from '../../../shared/restart/handover.ts'
import { type Difference, differing } from '../../parts/area/EditDialog.tsx'
import { dayAndTime } from '../../parts/restart/when.ts'
import { count, duration, when } from '../../ui/format.ts'

/** What a schedule is doing, in a word, with the tone that it has. */
export function stateOf(schedule: PanelSchedule, now: number): { words: string; tone?: 'bad' | 'busy' | 'ok' } {
  if (isStuck(schedule, now)) return { words: 'Stuck', tone: 'bad' }
  if (schedule.isProcessing) return { words: 'Running', tone: 'busy' }
  if (!schedule.isActive) return { words: 'Paused' }
  return schedule.tasks.length === 0 ? { words: 'No tasks', tone: 'busy' } : { words: 'Active', tone: 'ok' }
}

/** `Next tomorrow at 04:00`: what the panel tells, by this computer's clock. Takes unix milliseconds. */
export function nextText({ isActive, nextRunAt }: PanelSchedule, now: number): string {
  if (!isActive) return 'No next run'
  if (nextRunAt === null) return 'Next run not told'
  return nextRunAt <= now ? 'Due now' : `Next ${dayAndTime(nextRunAt, now)}`
}

/** `Last 12 min ago`. Takes unix milliseconds. */
export const lastText = ({ lastRunAt }: PanelSchedule, now: number): string =>
  lastRunAt === null ? 'Has not run yet' : `Last ${when(lastRunAt, now)}`

const stuckEnd = 'The part of the panel that runs schedules may have stopped: ask your host if this comes again.'

/** Why a schedule counts as stuck, and what to do. */
export function stuckText({ updatedAt }: PanelSchedule, now: number): { message: string; hint: string } {
  const since = updatedAt === null ? '' : ` for ${duration(now - updatedAt)}`
  return {
    message: `It has been running${since}, much longer than its tasks take.`,
    hint: `It does not run again until it is reset, which pauses and resumes it. ${stuckEnd}`,
  }
}

/**
 * By whose clock the times of schedules are, as far as the panel tells; null where it does not.
 * @param zoneHere minutes east of UTC of this computer at a moment
 */
export function panelZoneText(
  schedules: readonly PanelSchedule[],
  zoneHere = (at: number) => -new Date(at).getTimezoneOffset(),
): string | null {
  const known = schedules.find(({ zoneMinutes, nextRunAt }) => zoneMinutes !== null && nextRunAt !== null)
  if (known?.zoneMinutes == null || known.nextRunAt === null) return null
  const zone = zoneText(known.zoneMinutes)
  if (known.zoneMinutes === zoneHere(known.nextRunAt))
    return `Times are ${zone}, by the panel’s clock and this computer’s alike.`
  return `When a schedule runs is by the panel’s clock, ${zone}. Next and last runs are by this computer’s.`
}

/** `3 schedules`, and what of them does not go well; empty where there is none. */
export function factTexts(schedules: readonly PanelSchedule[], now: number): string[] {
  if (schedules.length === 0) return []
  const stuck = schedules.filter((schedule) => isStuck(schedule, now)).length
  const paused = schedules.filter(({ isActive }) => !isActive).length
  return [
    count(schedules.length, 'schedule'),
    ...(stuck > 0 ? [`${stuck} stuck`] : []),
    ...(paused > 0 ? [`${paused} paused`] : []),
  ]
}

const powerWords: ReadonlyMap<string, string> = new Map([
  ['start', 'start the server'],
  ['stop', 'stop the server'],
  ['restart', 'restart the server'],
  ['kill', 'kill the server'],
])

/** What a task does, in words and, apart from them, as it is sent. */
export function taskText({ action, payload }: Pick<PanelTask, 'action' | 'payload'>): { words: string; code: string } {
  const list = payload.split('\n').join(', ')
  switch (action) {
    case 'command':
      return { words: 'command', code: payload }
    case 'power':
      return { words: powerWords.get(payload) ?? 'power', code: powerWords.has(payload) ? '' : payload }
    case 'backup':
      return { words: payload === '' ? 'back up' : 'back up without', code: list }
    case 'delete_files':
      return { words: 'delete files', code: list }
    default:
      return { words: action, code: list }
  }
}

/** When a task runs: `At once`, `Right after`, `5 min later`. The first one waits only in runs by the clock. */
export function offsetText({ offsetSeconds }: Pick<PanelTask, 'offsetSeconds'>, isFirst: boolean): string {
  if (offsetSeconds === 0) return isFirst ? 'At once' : 'Right after'
  return isFirst ? `After ${duration(offsetSeconds * 1_000)}` : `${duration(offsetSeconds * 1_000)} later`
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no')

/** What a schedule is by now, and what the person wants, where they differ. */
export function scheduleDifferences(theirs: PanelScheduleEdit, mine: PanelScheduleEdit): Difference[] {
  return differing([
    { name: 'Name', theirs: theirs.name, mine: mine.name },
    { name: 'When', theirs: capitalised(cronWords(theirs.cron)), mine: capitalised(cronWords(mine.cron)) },
    { name: 'Only while online', theirs: yesNo(theirs.onlyWhenOnline), mine: yesNo(mine.onlyWhenOnline) },
    { name: 'Paused', theirs: yesNo(!theirs.isActive), mine: yesNo(!mine.isActive) },
  ])
}

const whole = (task: Pick<PanelTask, 'action' | 'payload'>) => {
  const { words, code } = taskText(task)
  return capitalised(`${words} ${code}`.trimEnd())
}

/** The same for a task. */
export function taskDifferences(theirs: PanelTask, mine: PanelTaskEdit): Difference[] {
  return differing([
    { name: 'What', theirs: whole(theirs), mine: whole(mine) },
    { name: 'When', theirs: offsetText(theirs, false), mine: offsetText(mine, false) },
    { name: 'Goes on if it fails', theirs: yesNo(theirs.continuesOnFailure), mine: yesNo(mine.continuesOnFailure) },
  ])
}
