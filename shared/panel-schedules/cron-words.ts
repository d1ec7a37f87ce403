import { safeText } from '../model/text.ts'
import { timeOfDay, twoDigits } from '../model/time-words.ts'
import type { PanelCron } from './contract.ts'
import { cronText } from './panel-schedules.ts'

/**
 * A time that is picked instead of typed. `time` is `HH:MM`, days of the week count from 0 for Sunday.
 * - `minutes`: `everyMinutes` is one of `minuteSteps`
 * - `hours`: from midnight on, `minute` past the hour; `everyHours` is one of `hourSteps`
 * - `weekly`: some of the seven days, not all
 * - `monthly`: a month that lacks the day is left out
 */
export type CronForm =
  | { readonly kind: 'minutes'; readonly everyMinutes: number }
  | { readonly kind: 'hours'; readonly everyHours: number; readonly minute: number }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekly'; readonly days: readonly number[]; readonly time: string }
  | { readonly kind: 'monthly'; readonly day: number; readonly time: string }

const divisorsOf = (n: number) => Array.from({ length: n - 1 }, (_, i) => i + 1).filter((step) => n % step === 0)

/** Steps that are the same all day long. Cron counts each hour anew: every 45 minutes would be at :00 and at :45. */
export const minuteSteps: readonly number[] = divisorsOf(60)
export const hourSteps: readonly number[] = divisorsOf(24)

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const dayWords = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays']

/** Longer ones are shown as they are. */
const maxFieldLength = 200
/** More times of a day, or days of a month, make no short sentence. */
const maxListed = 4

type Range = { readonly least: number; readonly most: number; readonly names?: readonly string[] }

/** The number of one value, or of its name. */
function valueIn(text: string, { least, most, names = [] }: Range): number | null {
  const named = names.indexOf(text.toLowerCase())
  if (named >= 0) return named + least
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

/** What one part of a list stands for: `5`, `1-5`, `*`, the last two with a step, as `1-5/2`. Null for anything else. */
function partIn(part: string, range: Range): readonly number[] | null {
  const [span = '', step, ...more] = part.split('/')
  const by = step === undefined ? 1 : /^[1-9]\d?$/.test(step) ? Number(step) : null
  const [from = '', to = from, ...rest] = span.split('-')
  const isAll = span === '*'
  const first = isAll ? range.least : valueIn(from, range)
  const last = isAll ? range.most : valueIn(to, range)
  if (by === null || more.length > 0 || rest.length > 0 || first === null || last === null || first > last) return null
  // Where a step follows a single value, programs differ.
  if (step !== undefined && !isAll && !span.includes('-')) return null
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((_, i) => i % by === 0)
}

/** All values that a field stands for, in order, each once; null where it says more than that, or nothing. */
function valuesIn(field: string, range: Range): readonly number[] | null {
  if (field.length > maxFieldLength) return null
  const parts = field.split(',').map((part) => partIn(part, range))
  return parts.some((part) => part === null)
    ? null
    : [...new Set(parts.flatMap((part) => part ?? []))].sort((a, b) => a - b)
}

/** The days of a rule: some of the week, some of the month, or all, where both are null. */
type Days = { readonly week: readonly number[] | null; readonly month: readonly number[] | null }

/** Null where not every month counts, or both kinds of days: cron then takes the days that fit either of them. */
function daysIn({ dayOfMonth, month, dayOfWeek }: PanelCron): Days | null {
  const months = valuesIn(month, { least: 1, most: 12, names: monthNames })
  const monthDays = valuesIn(dayOfMonth, { least: 1, most: 31 })
  const someWeekDays = valuesIn(dayOfWeek, { least: 0, most: 7, names: dayNames })
  if (months?.length !== 12 || monthDays === null || someWeekDays === null) return null
  if (dayOfMonth !== '*' && dayOfWeek !== '*') return null
  // Sunday is 0 and 7.
  const weekDays = [...new Set(someWeekDays.map((day) => day % 7))].sort((a, b) => a - b)
  return { week: weekDays.length === 7 ? null : weekDays, month: monthDays.length === 31 ? null : monthDays }
}

/** The numbers of a field that stand for values; steps do not. */
const numbersIn = (field: string) =>
  field.split(',').flatMap((part) => [...part.matchAll(/^\d+(?=-|\/|$)|(?<=-)\d+/g)].map(([value]) => Number(value)))

const ranges = { minute: [0, 59], hour: [0, 23], dayOfMonth: [1, 31], month: [1, 12], dayOfWeek: [0, 7] } as const

/** True for fields whose time never comes: minute 99, the 31st of February. */
export function neverComes(fields: PanelCron): boolean {
  for (const name of ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const) {
    const [least, most] = ranges[name]
    if (numbersIn(fields[name]).some((value) => value < least || value > most)) return true
  }
  const days = valuesIn(fields.dayOfMonth, { least: 1, most: 31 })
  const months = valuesIn(fields.month, { least: 1, most: 12, names: monthNames })
  if (days === null || months === null || fields.dayOfWeek !== '*') return false
  // Of a leap year, since what comes then comes.
  const lastOf = (month: number) => new Date(Date.UTC(2024, month, 0)).getUTCDate()
  return months.every((month) => days.every((day) => day > lastOf(month)))
}

type Rule =
  | Extract<CronForm, { readonly kind: 'minutes' | 'hours' }>
  | { readonly kind: 'times'; readonly times: readonly string[]; readonly days: Days }

const isSteps = (values: readonly number[], step: number) => values.every((value, i) => value === i * step)

/** What the fields mean, where they have one of the common shapes. */
function ruleOf(fields: PanelCron): Rule | null {
  const minutes = valuesIn(fields.minute, { least: 0, most: 59 })
  const hours = valuesIn(fields.hour, { least: 0, most: 23 })
  const days = daysIn(fields)
  if (minutes === null || hours === null || days === null) return null
  const isEachDay = days.week === null && days.month === null
  const [minute = 0] = minutes
  const minuteStep = 60 / minutes.length
  if (isEachDay && hours.length === 24 && minutes.length > 1 && isSteps(minutes, minuteStep))
    return { kind: 'minutes', everyMinutes: minuteStep }
  const hourStep = 24 / hours.length
  if (isEachDay && minutes.length === 1 && hours.length > 1 && isSteps(hours, hourStep))
    return { kind: 'hours', everyHours: hourStep, minute }
  if (hours.length * minutes.length > maxListed) return null
  const times = hours.flatMap((hour) => minutes.map((past) => `${twoDigits(hour)}:${twoDigits(past)}`))
  return { kind: 'times', times, days }
}

/** The form in which the fields can be picked; null where they can only be typed. */
export function cronForm(fields: PanelCron): CronForm | null {
  const rule = ruleOf(fields)
  if (rule === null || rule.kind !== 'times') return rule
  const { times, days } = rule
  const [time = '', ...others] = times
  const [day = 1, ...otherDays] = days.month ?? []
  if (others.length > 0 || otherDays.length > 0) return null
  if (days.month !== null) return { kind: 'monthly', day, time }
  return days.week === null ? { kind: 'daily', time } : { kind: 'weekly', days: days.week, time }
}

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

const eachDay = { dayOfMonth: '*', month: '*', dayOfWeek: '*' }

const stepField = (every: number) => (every === 1 ? '*' : `*/${every}`)

/** The fields of a time of day; null for one that is none. */
function timeFields(time: string): Pick<PanelCron, 'minute' | 'hour'> | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hour === undefined || minute === undefined
    ? null
    : { minute: String(Number(minute)), hour: String(Number(hour)) }
}

/** The fields of what was picked; null where something is missing or out of its range, such as a week without a day. */
export function cronFields(form: CronForm): PanelCron | null {
  if (form.kind === 'minutes')
    return minuteSteps.includes(form.everyMinutes)
      ? { minute: stepField(form.everyMinutes), hour: '*', ...eachDay }
      : null
  if (form.kind === 'hours')
    return hourSteps.includes(form.everyHours) && isWhole(form.minute, 0, 59)
      ? { minute: String(form.minute), hour: stepField(form.everyHours), ...eachDay }
      : null
  const at = timeFields(form.time)
  if (at === null) return null
  if (form.kind === 'daily') return { ...at, ...eachDay }
  if (form.kind === 'monthly')
    return isWhole(form.day, 1, 31) ? { ...at, ...eachDay, dayOfMonth: String(form.day) } : null
  const days = [...new Set(form.days)].sort((a, b) => a - b)
  if (days.length === 0 || !days.every((day) => isWhole(day, 0, 6))) return null
  return { ...at, ...eachDay, dayOfWeek: days.length === 7 ? '*' : days.join(',') }
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** `1st`, `2nd`, `11th`, for a day of a month. */
function ordinal(n: number): string {
  const ending = n > 10 && n < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[n % 10] ?? 'th')
  return `${n}${ending}`
}

/** `every day`, `weekdays`, `Mondays and Fridays`, `on the 1st of each month`. Null for a list that is too long. */
function daysText({ week, month }: Days): string | null {
  if (month !== null) {
    if (month.length > maxListed) return null
    const lacking = month.some((day) => day > 28) ? ', where it has one,' : ''
    return `on the ${listed(month.map(ordinal))} of each month${lacking}`
  }
  if (week === null) return 'every day'
  if (week.join() === '1,2,3,4,5') return 'weekdays'
  // As a calendar does, with Sunday last.
  return listed(
    [...week.filter((day) => day > 0), ...week.filter((day) => day === 0)].map((day) => dayWords[day] ?? ''),
  )
}

const rawText = (fields: PanelCron) => safeText(cronText(fields), 100)

/**
 * When a schedule runs, in short words inside a sentence: `every day at 04:00`, `Mondays and Fridays at 18:30`, `every 30
 * minutes`, `every 6 hours from 00:15`, `on the 1st of each month at 03:00`. Anything else as its five fields. Times are by
 * the panel's clock, in the count of hours that the person chose. Fields may be foreign text.
 *
 * Our own and not cronstrue's: that tells `At 04:00 AM, only on Monday and Friday`, takes 24 kB, and has no way to find
 * the form in which a rule can be picked, which is all of the work here.
 */
export function cronWords(fields: PanelCron): string {
  const rule = ruleOf(fields)
  if (rule === null) return rawText(fields)
  if (rule.kind === 'minutes') return rule.everyMinutes === 1 ? 'every minute' : `every ${rule.everyMinutes} minutes`
  if (rule.kind === 'hours') {
    const { everyHours: every, minute } = rule
    if (every > 1) return `every ${every} hours from ${timeOfDay(`00:${twoDigits(minute)}`)}`
    return minute === 0 ? 'every hour' : `every hour at ${minute} past`
  }
  const days = daysText(rule.days)
  return days === null ? rawText(fields) : `${days} at ${listed(rule.times.map((time) => timeOfDay(time)))}`
}
