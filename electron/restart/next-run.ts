import { Cron } from 'croner'
import type { Schedule } from '../../shared/model/restart-schema.ts'

/**
 * Zero of the first run after `after`, in unix milliseconds, by the clocks of the schedule's own zone. A time that
 * they show twice is the first of the two; one that they skip is the first minute after the gap.
 */
export function nextRun({ days, time, timeZone }: Pick<Schedule, 'days' | 'time' | 'timeZone'>, after: number): number {
  const [hours, minutes] = time.split(':')
  const rule = new Cron(`${minutes} ${hours} * * ${days.join(',')}`, { timezone: timeZone })
  const next = rule.nextRun(new Date(after))
  if (next === null) throw new Error(`no run at ${time} on the days ${days.join(', ')}`)
  return next.getTime()
}
