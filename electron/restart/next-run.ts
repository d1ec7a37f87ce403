import type { Schedule } from '../../shared/model/restart-schema.ts'
import { zoneMinutesAt } from '../../shared/restart/handover.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/**
 * The first moment from which on the clocks of a zone show a time of a day, at or after a gap of theirs.
 * @param wanted what the clocks show, in unix milliseconds as if they showed UTC
 */
function firstAt(wanted: number, shownAt: (at: number) => number): number {
  // Clocks are set by less than a day.
  const ahead = Math.max(...[wanted - dayMs, wanted + dayMs].map((at) => shownAt(at) - at))
  let at = wanted - ahead
  while (shownAt(at) < wanted) at += minuteMs
  return at
}

/**
 * Zero of the first run after `after`, in unix milliseconds, by the clocks of the schedule's own zone. A time that
 * they show twice is the first of the two; one that they skip is the first minute after the gap.
 */
export function nextRun({ days, time, timeZone }: Pick<Schedule, 'days' | 'time' | 'timeZone'>, after: number): number {
  const shownAt = (at: number) => at + zoneMinutesAt(timeZone, at) * minuteMs
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = Math.floor(shownAt(after) / dayMs) * dayMs
  for (let day = today; day <= today + 7 * dayMs; day += dayMs) {
    if (!days.includes(new Date(day).getUTCDay())) continue
    const at = firstAt(day + (hours * 60 + minutes) * minuteMs, shownAt)
    if (at > after) return at
  }
  throw new Error(`no run at ${time} on the days ${days.join(', ')}`)
}
