import { Cron } from 'croner'

/** The five fields of a cron expression, as the panel keeps them. */
export type CronFields = {
  readonly minute: string
  readonly hour: string
  readonly day_of_month: string
  readonly month: string
  readonly day_of_week: string
}

/**
 * The next time after `after` at which a schedule is due, in unix milliseconds, by the clocks of the zone. Null where
 * the fields make no expression, or one that never comes true.
 */
export function nextDue(fields: CronFields, timeZone: string, after: number): number | null {
  const parts = [fields.minute, fields.hour, fields.day_of_month, fields.month, fields.day_of_week]
  if (parts.some((part) => !/^\S{1,100}$/.test(part))) return null
  try {
    return new Cron(parts.join(' '), { timezone: timeZone, mode: '5-part' }).nextRun(new Date(after))?.getTime() ?? null
  } catch {
    return null
  }
}
