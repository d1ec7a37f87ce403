/** A part of a time or date in two digits: `04`. */
export const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** The time zone of this computer, as an IANA name. */
export const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A span as a stopwatch shows it: `0:14`, `12:03`, `1:02:03`. Takes milliseconds; never negative. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`
}

/** The time left until `at`, as a stopwatch that ends on `0:00`; part of a second counts as one. */
export const countdown = (at: number, now: number): string => stopwatch(Math.ceil((at - now) / 1_000) * 1_000)

/** How the hours of a day are counted: 0 to 23, or 1 to 12 with AM and PM. The names are those of `Intl`. */
export const hourCycles = ['h23', 'h12'] as const
export type HourCycle = (typeof hourCycles)[number]

/** The time of day of `rest` (`:04`, with seconds `:04:30`) after the hours, in this count. The space does not break. */
function timeIn(cycle: HourCycle, hours: number, rest: string): string {
  if (cycle === 'h23') return `${twoDigits(hours)}${rest}`
  return `${hours % 12 || 12}${rest}\u00a0${hours < 12 ? 'AM' : 'PM'}`
}

/**
 * As the person chose. The one state that an imported module keeps (ARCHITECTURE.md, 10): as the time zone it belongs to
 * the process, and is set in one place of each, `app/look.ts` and `renderer/state/client.ts`.
 */
let chosenCycle: HourCycle = 'h23'

/** Sets how this process tells times from now on. Texts that were made before keep theirs. */
export function setHourCycle(cycle: HourCycle): void {
  chosenCycle = cycle
}

/** The local day for files and tables, `2026-03-01`. Takes unix milliseconds. */
export function isoDay(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}

/** The local time of day as the person chose, `14:04` or `2:04 PM`. Takes unix milliseconds. */
export function clockTime(at: number, cycle = chosenCycle): string {
  const date = new Date(at)
  return timeIn(cycle, date.getHours(), `:${twoDigits(date.getMinutes())}`)
}

/** The local time of day with seconds: `14:04:30`, `2:04:30 PM`. Takes unix milliseconds. */
export function clockTimeWithSeconds(at: number, cycle = chosenCycle): string {
  const date = new Date(at)
  return timeIn(cycle, date.getHours(), `:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`)
}

/** A time of day as settings and fields hold it, `14:04`, as the person chose to read it. */
export const timeOfDay = (time: string, cycle = chosenCycle): string =>
  timeIn(cycle, Number(time.slice(0, 2)), time.slice(2))
