import type { Backup } from '../../shared/backups/contract.ts'

/** A panel's throttle as it comes: so many backups of a server in so many milliseconds (panel dialect, *Throttle*). */
const usual = { backups: 2, windowMs: 600_000 }
/** How far the clocks of panel and computer may differ, in milliseconds. */
const slackMs = 5_000

/**
 * Until when a panel with the usual throttle makes no more backups of a server, in unix milliseconds; null where it makes
 * one now. No call tells the throttle itself: a panel that once made more than that has another one. Failed backups do not
 * count.
 * @param now in unix milliseconds
 */
export function usuallyThrottledUntil(backups: readonly Backup[], now: number): number | null {
  const times = backups
    .flatMap(({ state, createdAt }) => (state !== 'failed' && createdAt !== null ? [createdAt] : []))
    .toSorted((a, b) => b - a)
  const isLooser = times.some((at, place) => {
    const earlier = times[place + usual.backups]
    return earlier !== undefined && at - earlier < usual.windowMs
  })
  // A time to come shows that the clocks differ.
  const first = times.filter((at) => at <= now + slackMs)[usual.backups - 1]
  if (isLooser || first === undefined) return null
  const until = first + usual.windowMs + slackMs
  return until > now ? until : null
}
