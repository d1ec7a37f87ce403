const minute = 60_000

/** What the clocks of a zone show at a time: `2026-01-01 13:00:00`. */
export function wallTime(at: number, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  return new Date(at).toLocaleString('sv-SE', { timeZone })
}

/** ISO 8601 with the zone's offset, as the panel writes times; null stays null. */
export function zonedTime(at: number, timeZone: string): string
export function zonedTime(at: number | null, timeZone: string): string | null
export function zonedTime(at: number | null, timeZone: string): string | null {
  if (at === null) return null
  const shown = wallTime(at, timeZone).replace(' ', 'T')
  const ahead = Math.round((Date.parse(`${shown}Z`) - at) / minute)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const offset = `${twoDigits(Math.floor(Math.abs(ahead) / 60))}:${twoDigits(Math.abs(ahead) % 60)}`
  return `${shown}${ahead < 0 ? '-' : '+'}${offset}`
}
