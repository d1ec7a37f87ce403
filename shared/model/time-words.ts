const pad = (n: number) => String(n).padStart(2, '0')

/** A span as a stopwatch shows it: `0:14`, `12:03`, `1:02:03`. Takes milliseconds; never negative. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}

/** The time left until `at`, as a stopwatch that ends on `0:00`; part of a second counts as one. */
export function countdown(at: number, now: number): string {
  return stopwatch(Math.ceil((at - now) / 1_000) * 1_000)
}

/** The local time of day, `12:04`. Takes unix milliseconds. */
export function clockTime(at: number): string {
  const date = new Date(at)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}
