import type { AppError } from '../../shared/error-schema.ts'
import type { IdleStop } from '../../shared/model/restart-schema.ts'

/** How far the stop of a server on which nobody is has come, since somebody was last on or it was not known. */
export type IdleCourse = {
  /** When it was announced, by the monotonic clock in milliseconds. */
  readonly warnedAt: number | null
  /** Not before this, by the same clock, after a rate limit or a sleep held the signal back. */
  readonly againAt: number | null
  readonly isOver: boolean
}

export const notIdle: IdleCourse = { warnedAt: null, againAt: null, isOver: false }

/** A stop that was held back is tried again after this long at least, in milliseconds. Panels count requests by the minute. */
const againMs = 60_000

export type IdleMove = { readonly course: IdleCourse; readonly order: 'warn' | 'stop' | null }

const still = (course: IdleCourse): IdleMove => ({ course, order: null })

/**
 * What is due now. A server is stopped once for each time that it was empty for so long; a stop that was refused is not
 * tried again before somebody was on. Somebody who joins after it was announced ends it.
 * @param emptyMs for how long nobody was on, in milliseconds; null where somebody is on, or it is not known
 * @param mono the monotonic clock, in milliseconds
 */
export function idleStep(
  { minutes, warn }: IdleStop,
  course: IdleCourse,
  emptyMs: number | null,
  mono: number,
): IdleMove {
  if (emptyMs === null || emptyMs < minutes * 60_000) return still(notIdle)
  if (course.isOver) return still(course)
  if (course.againAt !== null && mono < course.againAt) return still(course)
  if (warn !== null && course.warnedAt === null) return { course: { ...course, warnedAt: mono }, order: 'warn' }
  if (warn !== null && mono - (course.warnedAt ?? mono) < warn.seconds * 1_000) return still(course)
  return { course: { ...course, isOver: true }, order: 'stop' }
}

/**
 * The course after its stop failed with this. A stop that was too late was not sent, and one that a rate limit refused
 * did nothing: it is due again. Every other failure ends it.
 * @param mono the monotonic clock, in milliseconds
 */
export function afterFailure(
  course: IdleCourse,
  { code, mayHaveActed, retryAfterMs }: AppError,
  mono: number,
): IdleCourse {
  const didNothing = (code === 'plan-past' || code === 'rate-limited') && !mayHaveActed
  return didNothing ? { ...course, againAt: mono + Math.max(againMs, retryAfterMs ?? 0), isOver: false } : course
}
