import type { Dialect } from '../http/dialect.ts'
import { zonedTime } from '../http/zoned-time.ts'
import type { Entries } from '../machine/file-tree.ts'
import type { Archive } from './archive.ts'

/** A backup as the panel keeps it. No field tells its state. Times are unix milliseconds. */
export type Backup = {
  readonly uuid: string
  readonly name: string
  /** Lines that say what is left out. */
  readonly ignored: readonly string[]
  readonly isLocked: boolean
  readonly isSuccessful: boolean
  /** A schedule made it. */
  readonly isScheduled: boolean
  readonly createdAt: number
  /** Null while it is being made. */
  readonly completedAt: number | null
  /** What the node has of it; null unless it was successful. */
  readonly stored: { readonly archive: Archive; readonly entries: Entries } | null
}

/** At most so many backups in so long a time, for each server. */
export type Throttle = { readonly backups: number; readonly windowMs: number }

/** The panel's own throttle (its `config/backups.php`). */
export const usualThrottle: Throttle = { backups: 2, windowMs: 600_000 }

/** A backup that is not done after this long is marked as failed, in milliseconds. */
export const pruneAgeMs = 6 * 3_600_000

export const isPending = ({ completedAt }: Backup): boolean => completedAt === null

/** Whether it counts for limit and throttle: pending and good ones do, failed ones are free. */
export const counts = (backup: Backup): boolean => isPending(backup) || backup.isSuccessful

/** The backup as one that failed, which the panel also unlocks. */
export function failed(backup: Backup, completedAt: number): Backup {
  return { ...backup, isLocked: false, isSuccessful: false, completedAt, stored: null }
}

/**
 * Seconds to wait before the next backup, for `Retry-After`; null where none is needed. As the panel counts: from the
 * newest one, so that it can be longer than needed.
 * @param made those that count, oldest first
 */
export function throttledFor(made: readonly Backup[], throttle: Throttle, now: number): number | null {
  const recent = made.filter(({ createdAt }) => createdAt > now - throttle.windowMs)
  if (recent.length < throttle.backups) return null
  const newest = Math.max(...recent.map(({ createdAt }) => createdAt))
  return Math.max(1, Math.ceil((newest + throttle.windowMs - now) / 1000))
}

/** The one that goes where a schedule needs room: the oldest that is not locked. Null where all are. */
export function oldestUnlocked(backups: readonly Backup[]): Backup | null {
  return backups.find((backup) => counts(backup) && !backup.isLocked) ?? null
}

/** A backup as the panel shows it. */
export function attributesOf(backup: Backup, { dialect, timeZone }: { dialect: Dialect; timeZone: string }) {
  const archive = backup.stored?.archive ?? null
  return {
    uuid: backup.uuid,
    is_successful: backup.isSuccessful,
    is_locked: backup.isLocked,
    ...(dialect === 'pelican' && { is_scheduled: backup.isScheduled }),
    name: backup.name,
    ignored_files: backup.ignored,
    checksum: archive === null ? null : `sha1:${archive.sha1}`,
    bytes: archive?.bytes ?? 0,
    created_at: zonedTime(backup.createdAt, timeZone),
    completed_at: zonedTime(backup.completedAt, timeZone),
  }
}
