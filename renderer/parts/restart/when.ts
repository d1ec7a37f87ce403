import { clockTime } from '../../../shared/model/time-words.ts'

/** When zero is: so many minutes from now, or at a time of day. */
export type When = { readonly kind: 'in'; readonly minutes: number } | { readonly kind: 'at'; readonly time: string }

export const minuteChoices = [1, 5, 15] as const

/** The next moment at which this computer's clock shows `HH:MM`; null where that is no time. */
export function nextClockTime(time: string, now: number): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  if (match === null) return null
  // Days are counted by the calendar, since a day has 23 or 25 hours when the clocks change.
  const onDay = (days: number) => {
    const date = new Date(now)
    date.setDate(date.getDate() + days)
    return date.setHours(Number(match[1]), Number(match[2]), 0, 0)
  }
  const today = onDay(0)
  if (today > now) return today
  // Where the clocks go back, an hour comes twice.
  const again = today + 3_600_000
  return again > now && clockTime(again, 'h23') === time ? again : onDay(1)
}

/** The time of zero in unix milliseconds; null where the typed time is invalid. */
export function zeroAt(when: When, now: number): number | null {
  return when.kind === 'in' ? now + when.minutes * 60_000 : nextClockTime(when.time, now)
}

/** `today at 15:00`, `tomorrow at 03:00`, within a week with the weekday, else with the date. */
export function dayAndTime(at: number, now: number): string {
  const date = new Date(at)
  const today = new Date(now)
  const days = Math.round((new Date(at).setHours(12, 0, 0, 0) - today.setHours(12, 0, 0, 0)) / 86_400_000)
  const weekday = date.toLocaleString('en-GB', { weekday: 'long' })
  const name =
    ['today', 'tomorrow'][days] ??
    (days < 7 ? weekday : date.toLocaleString('en-GB', { day: 'numeric', month: 'short' }))
  return `${name} at ${clockTime(at)}`
}
