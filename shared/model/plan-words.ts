import type { PlanView } from './restart.ts'
import { clockTime } from './time-words.ts'

const minuteMs = 60_000

/**
 * How soon something happens, in steps coarse enough for a menu: `in 9 min`, `in 50 s`, `in a few seconds`, and from
 * two hours on `at 03:00`. Takes unix milliseconds.
 */
export function soonText(at: number, now: number): string {
  const ms = at - now
  if (ms >= 120 * minuteMs) return `at ${clockTime(at)}`
  if (ms > minuteMs) return `in ${Math.ceil(ms / minuteMs)} min`
  return ms > 10_000 ? `in ${Math.ceil(ms / 10_000) * 10} s` : 'in a few seconds'
}

/** True once players were warned, so that a cancellation is worth announcing. */
export function wasAnnounced({ steps }: Pick<PlanView, 'steps'>): boolean {
  return steps.some(({ kind, result }) => kind === 'warning' && (result === 'sent' || result === 'unconfirmed'))
}
