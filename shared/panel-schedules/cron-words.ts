import { safeText } from '../model/text.ts'
import { timeOfDay, twoDigits } from '../model/time-words.ts'
import type { PanelCron } from './contract.ts'
import { cronFieldNames, cronText } from './panel-schedules.ts'

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

const dayWords = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays']

/** Longer ones are shown as they are. */
const maxFieldLength = 200
/** More times of a day, or days of a month, make no short sentence. */
const maxListed = 4

type Range = { readonly least: number; readonly most: number; readonly names?: readonly string[] }

const ranges: Readonly<Record<keyof PanelCron, Range>> = {
  minute: { least: 0, most: 59 },
  hour: { least: 0, most: 23 },
  dayOfMonth: { least: 1, most: 31 },
  month: { least: 1, most: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  dayOfWeek: { least: 0, most: 7, names: 'sun mon tue wed thu fri sat'.split(' ') },
}

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
function valuesIn(fields: PanelCron, name: keyof PanelCron): readonly number[] | null {
  if (fields[name].length > maxFieldLength) return null
  const parts = fields[name].split(',').map((part) => partIn(part, ranges[name]))
  return parts.includes(null) ? null : [...new Set(parts.flatMap((part) => part ?? []))].sort((a, b) => a - b)
}

/** The days of a rule: some of the week, some of the month, or all, where both are null. */
type Days = { readonly week: readonly number[] | null; readonly month: readonly number[] | null }

/** Null where not every month counts, or both kinds of days: cron then takes the days that fit either of them. */
function daysIn(fields: PanelCron): Days | null {
  const monthDays = valuesIn(fields, 'dayOfMonth')
  const someWeekDays = valuesIn(fields, 'dayOfWeek')
  if (valuesIn(fields, 'month')?.length !== 12 || monthDays === null || someWeekDays === null) return null
  if (fields.dayOfMonth !== '*' && fields.dayOfWeek !== '*') return null
  // Sunday is 0 and 7.
  const weekDays = [...new Set(someWeekDays.map((day) => day % 7))].sort((a, b) => a - b)
  return { week: weekDays.length === 7 ? null : weekDays, month: monthDays.length === 31 ? null : monthDays }
}

/** The numbers of a field that stand for values; steps do not. */
const numbersIn = (field: string) =>
  field.split(',').flatMap((part) => [...part.matchAll(/^\d+(?=-|\/|$)|(?<=-)\d+/g)].map(([value]) => Number(value)))

/** True for fields whose time never comes: minute 99, the 31st of February. */
export function neverComes(fields: PanelCron): boolean {
  for (const name of cronFieldNames) {
    const { least, most } = ranges[name]
    if (numbersIn(fields[name]).some((value) => value < least || value > most)) return true
  }
  const days = valuesIn(fields, 'dayOfMonth')
  const months = valuesIn(fields, 'month')
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
  const minutes = valuesIn(fields, 'minute')
  const hours = valuesIn(fields, 'hour')
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

const eachDay = { dayOfMonth: '*', month: '*', dayOfWeek: '*' }

const stepField = (every: number) => (every === 1 ? '*' : `*/${every}`)

/**
 * The fields of what was picked, whose numbers are in their ranges; null where something is missing: a time of day, or a
 * day of the week.
 */
export function cronFields(form: CronForm): PanelCron | null {
  if (form.kind === 'minutes') return { minute: stepField(form.everyMinutes), hour: '*', ...eachDay }
  if (form.kind === 'hours') return { minute: String(form.minute), hour: stepField(form.everyHours), ...eachDay }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(form.time) ?? []
  if (hour === undefined || minute === undefined) return null
  const daily = { minute: String(Number(minute)), hour: String(Number(hour)), ...eachDay }
  if (form.kind === 'daily') return daily
  if (form.kind === 'monthly') return { ...daily, dayOfMonth: String(form.day) }
  const { days } = form
  return days.length === 0 ? null : { ...daily, dayOfWeek: days.length === 7 ? '*' : days.toSorted().join(',') }
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (words: readonly string[]) => new Intl.ListFormat('en-GB').format(words)

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
