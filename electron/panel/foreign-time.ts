/** A moment as a panel tells it: unix milliseconds, and the zone that it tells it in, in minutes east of UTC. */
type ForeignTime = { readonly at: number; readonly zoneMinutes: number }

/** ISO 8601 with an offset, as panels of the known dialect write it. Without an offset nobody knows when it is. */
const shape = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|([+-])(\d\d):?(\d\d))$/

/** Reads a time; null for anything else. */
export function readTime(value: unknown): ForeignTime | null {
  const match = typeof value === 'string' && value.length <= 40 ? shape.exec(value) : null
  if (match === null) return null
  const at = Date.parse(match[0].replace(' ', 'T'))
  const [, sign, hours, minutes] = match
  const zone = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return Number.isNaN(at) ? null : { at, zoneMinutes: zone }
}

/** The same as unix milliseconds alone. */
export const readMoment = (value: unknown): number | null => readTime(value)?.at ?? null
