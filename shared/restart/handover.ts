import { warningText, warningTime } from '../model/restart.ts'
import type { RestartChoices, Schedule } from '../model/restart-schema.ts'
import { timeOfDay, twoDigits } from '../model/time-words.ts'
import type { PanelCron, PanelScheduleEdit, PanelTaskEdit } from '../panel-schedules/contract.ts'
import { longestTaskOffsetSeconds, maxPanelTasks } from '../panel-schedules/panel-schedules.ts'
import { getOrMake } from '../tables.ts'

/*
 * A planned restart of the app, written as a schedule of the panel, so that it runs while this computer is off. The
 * panel's facts: at most ten tasks, each no more than 15 minutes after the one before; cron counts whole minutes by the
 * panel's own clock (the panel's API, part 2, *Schedules*).
 */

export type Handover = {
  readonly edit: PanelScheduleEdit
  /** In their order; the last one restarts the server. */
  readonly tasks: readonly PanelTaskEdit[]
  /** From the run of the schedule to the restart, in seconds. */
  readonly leadSeconds: number
  /** What the panel does otherwise than the app, in sentences for the person, before it is handed over. */
  readonly losses: readonly string[]
}

/** Each task is a job of its own in the panel's queue: what tells of fewer seconds would come at a wrong time. */
const shortestWarning = 5
/**
 * How much later than its time a server's turn can be, in seconds: the first task waits for that and for its full
 * minute.
 */
const longestLaterSeconds = longestTaskOffsetSeconds - 60
/** Beside the restart. */
const maxBefore = maxPanelTasks - 1

/** The times between two tasks that lie too far apart, so that none is longer than the panel allows. */
function between(from: number, to: number): readonly number[] {
  const count = Math.ceil((from - to) / longestTaskOffsetSeconds) - 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => from - (i + 1) * longestTaskOffsetSeconds)
}

/** The warnings that must be said besides, so that the others come at their times. */
const fillersOf = (times: readonly number[]) => times.flatMap((from, i) => between(from, times[i + 1] ?? 0))

/** The warnings that fit: the longest go where they need too many between, otherwise the shortest. */
function fitted(
  warnings: readonly number[],
  lastSeconds: readonly number[],
): { readonly warnings: readonly number[]; readonly fillers: readonly number[] } {
  const times = [...warnings, ...lastSeconds].sort((a, b) => b - a)
  const fillers = fillersOf(times)
  if (times.length + fillers.length <= maxBefore || warnings.length === 0) return { warnings, fillers }
  return fitted(fillers.length > 0 ? warnings.slice(1) : warnings.slice(0, -1), lastSeconds)
}

/** What is said before the restart, in order, and how it differs from what was chosen. */
function sayings({ warnings, text, lastCommand }: RestartChoices, name: string) {
  const tellable = warnings.filter((seconds) => seconds >= shortestWarning)
  const fit = fitted(tellable, lastCommand === null ? [] : [lastCommand.waitSeconds])
  const said = [...fit.warnings, ...fit.fillers].map((secondsBefore) => {
    return { secondsBefore, payload: warningText(text, secondsBefore, name) }
  })
  const last = lastCommand === null ? [] : [{ secondsBefore: lastCommand.waitSeconds, payload: lastCommand.text }]
  // The last command comes after a warning of the same moment.
  const all = [...said, ...last].sort((a, b) => b.secondsBefore - a.secondsBefore)
  return { all, dropped: warnings.filter((seconds) => !fit.warnings.includes(seconds)), added: [...fit.fillers] }
}

/** By zone: making one takes far longer than using it. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clocks are ahead of UTC at a time, in minutes. @param at unix milliseconds */
export function zoneMinutesAt(timeZone: string, at: number): number {
  const made = () => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const parts = getOrMake(offsetFormats, timeZone, made).formatToParts(at)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // `GMT+05:30`, `GMT` for none.
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

const weekMinutes = 7 * 1_440

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The cron of the days at a time, so many minutes later by another clock, which may be another day. */
function cronOf({ days, time }: Pick<Schedule, 'days' | 'time'>, laterMinutes: number): PanelCron {
  const moved = days.map((day) => {
    const at = day * 1_440 + minutesOf(time) + laterMinutes
    return ((at % weekMinutes) + weekMinutes) % weekMinutes
  })
  const at = (moved[0] ?? 0) % 1_440
  const onDays = [...new Set(moved.map((minutes) => Math.floor(minutes / 1_440)))].sort((a, b) => a - b)
  return {
    minute: String(at % 60),
    hour: String(Math.floor(at / 60)),
    dayOfMonth: '*',
    month: '*',
    dayOfWeek: onDays.length === 7 ? '*' : onDays.join(','),
  }
}

const listed = (seconds: readonly number[]) => seconds.map(warningTime).join(', ')

function lossesOf(
  { atZero, killAfterMinutes, players, backupFirst, onWarningFailed }: RestartChoices,
  { all, dropped, added }: ReturnType<typeof sayings>,
  isPelican: boolean,
): string[] {
  const speaks = all.length > 0
  return [
    dropped.length > 0 && `The panel can’t say these warnings in time: ${listed(dropped)} before.`,
    added.length > 0 && `The panel waits 15 minutes at most, so it warns more often: also ${listed(added)} before.`,
    atZero === 'stop-start' &&
      'The panel sends one restart. It can’t wait until the server has stopped and then start it.',
    killAfterMinutes !== null && 'The panel’s schedule doesn’t kill a server whose stop hangs.',
    players.rule !== 'any' &&
      'The panel cannot see players, so it restarts at this time without waiting for an empty server.',
    backupFirst !== 'no' && 'The panel can’t wait for a backup, so it restarts without backing up first.',
    speaks && onWarningFailed !== 'stop' && 'If a warning can’t be sent, the panel stops there and doesn’t restart.',
    speaks &&
      isPelican &&
      'The panel looks only at the start whether the server is on. If it is stopped after that, the restart starts it again.',
  ].filter((loss) => loss !== false)
}

/**
 * Why a panel can't do such a restart, as a code of the catalogue; null where it can. One that is left out while players
 * are on, or without a good backup, would be done all the same: the panel knows no players, and its tasks don't wait for
 * a backup's end (the panel's API, part 2, *How it runs*).
 */
export function handoverRefusal({ players, backupFirst }: RestartChoices) {
  if (players.rule === 'at-most' || (players.rule === 'when-empty' && players.otherwise === 'skip'))
    return 'handover-needs-players'
  return backupFirst === 'must' ? 'handover-needs-backup' : null
}

/**
 * A planned restart without a `handoverRefusal` as a schedule of the panel for one of its servers. A server that is off
 * when it begins stays off. Where the panel's clock was only guessed, its answer tells `zoneMinutes`, and it is written
 * anew.
 * @param server its name, for the warnings
 * @param nextAt zero of the next run, in unix milliseconds: the zone of the app's schedule counts as it is then
 * @param panelZoneMinutes how far the panel's clock is ahead of UTC
 * @param laterSeconds how long after that time this server is restarted, where it is one of several
 * @param isPelican whether that panel is a Pelican panel
 */
export function handOver(
  schedule: Pick<Schedule, 'days' | 'time' | 'timeZone' | 'choices'>,
  server: string,
  nextAt: number,
  panelZoneMinutes: number,
  laterSeconds = 0,
  isPelican = false,
): Handover {
  const { choices, timeZone, time } = schedule
  const said = sayings(choices, server)
  const first = said.all[0]?.secondsBefore ?? 0
  const leadMinutes = Math.ceil(first / 60)
  const ownMinutes = zoneMinutesAt(timeZone, nextAt)
  const leadSeconds = leadMinutes * 60 + Math.min(laterSeconds, longestLaterSeconds)
  const moments = [leadSeconds, ...said.all.map(({ secondsBefore }) => secondsBefore), 0]
  const offsetOf = (place: number) => (moments[place] ?? 0) - (moments[place + 1] ?? 0)
  // None goes on after a failure: a command to a server that was stopped meanwhile fails, and the restart would start it.
  const once = { offsetSeconds: 0, continuesOnFailure: false } as const
  const restart: PanelTaskEdit = { action: 'power', payload: 'restart', ...once }
  const commands = said.all.map(({ payload }): PanelTaskEdit => ({ action: 'command', payload, ...once }))
  return {
    edit: {
      name: `Restart at ${time}`,
      cron: cronOf(schedule, panelZoneMinutes - ownMinutes - leadMinutes),
      isActive: true,
      onlyWhenOnline: true,
    },
    tasks: [...commands, restart].map((task, place) => ({ ...task, offsetSeconds: offsetOf(place) })),
    leadSeconds,
    losses: lossesOf(choices, said, isPelican),
  }
}

/** `UTC`, `UTC+2`, `UTC−3:30`. */
export function zoneText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`
}

/**
 * What becomes of the time when clocks change for summer, in a sentence; null where the schedule's own zone does not
 * change and the panel counts in UTC. A panel does not tell whether its clock changes.
 * @param panelZoneMinutes how far the panel's clock is ahead of UTC now
 * @param at unix milliseconds, about now
 */
export function zoneChangeText(
  { time, timeZone }: Pick<Schedule, 'time' | 'timeZone'>,
  panelZoneMinutes: number,
  at: number,
): string | null {
  if (panelZoneMinutes !== 0) {
    return `The panel’s clock is at ${zoneText(panelZoneMinutes)} now, and it does not tell whether that changes for summer. After clocks change, look at the next run.`
  }
  const now = zoneMinutesAt(timeZone, at)
  const quarter = 91 * 86_400_000
  const others = [1, 2, 3].map((n) => zoneMinutesAt(timeZone, at + n * quarter))
  const other = others.find((minutes) => minutes !== now)
  if (other === undefined) return null
  const minutes = (minutesOf(time) + other - now + 1_440) % 1_440
  const later = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  return `The panel’s clock is at UTC. If it stays there, as on most panels, the restart moves from ${timeOfDay(time)} to ${timeOfDay(later)} when clocks change for summer or back. Look at the next run then.`
}
