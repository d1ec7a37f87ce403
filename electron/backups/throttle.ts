import type { Backup } from '../../shared/model/backup.ts'

/** A panel's throttle as it comes: so many backups of a server in so many milliseconds (panel dialect, *Throttle*). */
const usual = { backups: 2, windowMs: 600_000 }

/**
 * Until when a panel with the usual throttle makes no more backups of a server, in unix milliseconds; null where it makes
 * one now. No call tells the throttle itself. Failed backups do not count; a time to come shows that the clocks differ.
 * @param now in unix milliseconds
 */
export function usuallyThrottledUntil(backups: readonly Backup[], now: number): number | null {
  const recent = backups.flatMap(({ state, createdAt }) =>
    state !== 'failed' && createdAt !== null && createdAt > now - usual.windowMs && createdAt <= now ? [createdAt] : [],
  )
  const last = recent.toSorted((a, b) => b - a)[usual.backups - 1]
  return last === undefined ? null : last + usual.windowMs
}
