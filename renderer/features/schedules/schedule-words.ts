import { isAll } from '../../../shared/keys/permission.ts'
import { keysOf } from '../../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Schedule, ScheduleRun, ScheduleView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { uncapitalised } from '../../../shared/model/text.ts'
import { clockTime, systemZone, timeOfDay } from '../../../shared/model/time-words.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { backupFirstText, ruleText } from '../../parts/restart/choices.ts'
import { warningsLine } from '../../parts/restart/warnings.ts'
import { dayAndTime } from '../../parts/restart/when.ts'
import { day, duration, weekDays, when } from '../../ui/format.ts'

/** `Every day`, `Weekdays`, `Weekends`, `Mon, Wed, Fri`. */
export function daysText(days: readonly number[]): string {
  const on = weekDays.filter(([n]) => days.includes(n)).map(([, short]) => short)
  const text = on.join(', ')
  if (on.length === 7) return 'Every day'
  if (text === 'Mon, Tue, Wed, Thu, Fri') return 'Weekdays'
  return text === 'Sat, Sun' ? 'Weekends' : text
}

type Times = Pick<Schedule, 'days' | 'time' | 'timeZone'>

/** When it runs: `Every day at 03:00, Europe/Berlin`. */
export function timesText({ days, time, timeZone }: Times): string {
  return `${daysText(days)} at ${timeOfDay(time)}, ${timeZone}`
}

/** The first three names and the number of others: `Survival, Creative, Lobby and 4 more`. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}

/** The next run by this computer's clock: `Next run tomorrow at 03:00, in 14 h 52 min`. */
export function nextText({ nextAt, enabled }: Pick<ScheduleView, 'nextAt' | 'enabled'>, now: number): string {
  if (!enabled) return 'Paused'
  if (nextAt === null) return 'No next run'
  return `Next run ${dayAndTime(nextAt, now)}, in ${duration(Math.max(60_000, nextAt - now))}`
}

type Ruled = Pick<Schedule, 'choices' | 'waitMinutes'>

/** What it does about players, and whether a backup comes first; empty for neither. */
export const rulesText = ({ choices, waitMinutes }: Ruled): string =>
  [ruleText(choices.players, waitMinutes), backupFirstText(choices.backupFirst)]
    .filter((part) => part !== null)
    .join(' · ')

const runWords = ['done', 'running', 'failed', 'missed', 'cancelled', 'skipped'] as const

const countsOf = (run: ScheduleRun): string =>
  runWords
    .filter((word) => run[word] > 0)
    .map((word) => `${run[word]} ${word}`)
    .join(', ') || 'nothing to restart'

/** The result of the last run: `Last run 15 Jan 2026, 03:00: 2 done, 1 failed`. */
export function lastText(run: ScheduleRun | null): string {
  return run === null ? 'Has not run yet' : `Last run ${day(run.at)}, ${clockTime(run.at)}: ${countsOf(run)}`
}

/** True where a person should look at the last run. */
export function wentWrong(run: ScheduleRun | null): boolean {
  return run !== null && run.failed + run.missed > 0
}

/** When it runs, in a row of one server: the zone only where it is not this computer's. */
export function rowTimes(schedule: Times, zone = systemZone()): string {
  const { days, time, timeZone } = schedule
  return timeZone === zone ? `${daysText(days)} at ${timeOfDay(time)}` : timesText(schedule)
}

/** What its row is called for screen readers: of two of the same times each restarts other servers. */
export const rowName = (schedule: Times, others: readonly string[]): string =>
  `the planned restart, ${rowTimes(schedule)}${others.length === 0 ? '' : `, with ${namesText(others)}`}`

/** Its next run, in a row: `Next tomorrow at 03:00`. Takes unix milliseconds. */
export const rowNext = ({ nextAt, enabled }: Pick<ScheduleView, 'nextAt' | 'enabled'>, now: number): string =>
  enabled && nextAt !== null ? `Next ${dayAndTime(nextAt, now)}` : 'No next run'

/** Its last run, in a row: `Last 03:00: 1 done`. Takes unix milliseconds. */
export const rowLast = (run: ScheduleRun | null, now: number): string =>
  run === null ? 'Has not run yet' : `Last ${when(run.at, now)}: ${countsOf(run)}`

/** What it does, in a row of one server: its warnings, its rules, and which other servers it restarts. */
export function rowRule(schedule: Ruled, others: readonly string[]): string {
  const { warnings } = schedule.choices
  return [
    warnings.length === 0 ? 'No warnings' : `Warns ${uncapitalised(warningsLine(warnings, null)).replace(/\.$/, '')}`,
    rulesText(schedule),
    others.length === 0 ? '' : `with ${namesText(others)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** What is wrong with a schedule in the form; null where it can be saved. */
export function scheduleProblem({ refs, days, time }: Pick<Schedule, 'refs' | 'days' | 'time'>): string | null {
  if (refs.length === 0) return 'Choose at least one server.'
  if (days.length === 0) return 'Choose at least one day.'
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) ? null : 'Type a time of day.'
}

/**
 * The first server for which the panel's own schedules can be used, since a key with all permissions reaches it (client
 * API: schedules need All); null where there is none.
 */
export function panelSchedules(
  state: Pick<AppState, 'keys' | 'panels'>,
  servers: readonly ServerView[],
): { readonly panel: string; readonly server: string; readonly ref: ServerRef } | null {
  for (const server of servers) {
    const panel = state.panels[server.panelId]
    const hasAll = keysOf(state, server).some(({ declared }) => declared !== null && isAll(declared))
    if (panel?.kind === 'remote' && hasAll) return { panel: panel.name, server: server.name, ref: server.ref }
  }
  return null
}
