import { clockTime } from '../../shared/model/time-words.ts'

// Made once: a format of the system's costs more to make than a row to draw.
const numbers = new Intl.NumberFormat('en')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A size and its limit, the unit once where it is the same: `2.9 / 4 GB`, `410 MB / 2 GB`. */
export function bytesOf(size: number, limit: number): string {
  const [used = '', unit] = bytes(size).split(' ')
  const [most = '', mostUnit] = bytes(limit).split(' ')
  const whole = `${most.replace(/\.0$/, '')} ${mostUnit}`
  return unit === mostUnit ? `${used} / ${whole}` : `${used} ${unit} / ${whole}`
}

/** A percentage without decimals; above zero but below one reads `< 1 %`. */
export function percent(value: number): string {
  if (!Number.isFinite(value) || value <= 0) return '0 %'
  return value < 1 ? '< 1 %' : `${Math.round(value)} %`
}

/** A value in words, or a dash for null. */
export function orDash(value: number | null, words: (value: number) => string): string {
  return value === null ? '–' : words(value)
}

/** When something was: relative within an hour, otherwise the time of day, with the date for another day. */
export function when(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const date = new Date(at)
  const sameDay = date.toDateString() === new Date(now).toDateString()
  return sameDay ? clockTime(at) : `${date.getDate()} ${months[date.getMonth()]}, ${clockTime(at)}`
}

/** A duration in its two largest units: `3 d 4 h`, `12 min`, `40 s`. */
export function duration(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ] as const
  const first = units.findIndex(([, size]) => ms >= size)
  if (first === -1) return '0 s'
  const greaterMs = units[first]?.[1] ?? 1
  const parts = units.slice(first, first + 2).flatMap(([unit, size], i) => {
    const n = Math.floor((i === 0 ? ms : ms % greaterMs) / size)
    return n > 0 ? [`${n} ${unit}`] : []
  })
  return parts.join(' ')
}

/** A duration in its largest unit: `6 h`. */
export const roughly = (ms: number): string => duration(ms).split(' ').slice(0, 2).join(' ')

/** The date: `3 Jan 2026`. Takes unix milliseconds. */
export function day(at: number): string {
  const date = new Date(at)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

/** `1 server`, `8 servers`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${numbers.format(n)} ${n === 1 ? one : many}`
}

/** The host of an address, with or without `https://`; the address itself where it cannot be parsed. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host || URL.parse(`https://${address}`)?.host || address
}

/** The days of the week in a calendar's order, with their short and long names; 0 is Sunday. */
export const weekDays = [
  [1, 'Mon', 'Monday'],
  [2, 'Tue', 'Tuesday'],
  [3, 'Wed', 'Wednesday'],
  [4, 'Thu', 'Thursday'],
  [5, 'Fri', 'Friday'],
  [6, 'Sat', 'Saturday'],
  [0, 'Sun', 'Sunday'],
] as const

const binaryUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in bytes with two significant digits: `2.9 GB`, `512 MB`, `0 B`. Steps of 1,024. */
export function bytes(size: number): string {
  if (!Number.isFinite(size) || size <= 0) return '0 B'
  const step = Math.min(Math.floor(Math.log2(size) / 10), binaryUnits.length - 1)
  const value = size / 1_024 ** step
  const text = value < 10 && step > 0 ? value.toFixed(1) : String(Math.round(value))
  return `${text} ${binaryUnits[step]}`
}
