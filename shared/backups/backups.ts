import type { ServerRef } from '../model/identifier.ts'
import type { BackupHealth } from '../model/server-schema.ts'
import type { Backup, BackupList, BackupRun, BackupState } from './contract.ts'

/** What a panel may let an account do to backups, each by a permission of its own. Locking and renaming want `delete`. */
export const backupActs = ['create', 'delete', 'download', 'restore'] as const

/** Maximum number of backups that are read of a server. */
export const maxBackups = 1_000
/** Maximum length of a backup's name: 191 characters on Pterodactyl, 255 on Pelican. */
export const maxBackupNameLength = 191
/** Maximum length of what a backup leaves out, in characters: an own bound, since panels tell none. */
export const maxIgnoredLength = 4_000
/** Maximum number of console commands before a backup. */
export const maxCommandsBefore = 5

export const isBackupRunning = ({ endedAt }: BackupRun): boolean => endedAt === null

/** True while a backup of the server is made from here. */
export const isBackingUp = (
  { backupRuns }: { readonly backupRuns: Readonly<Record<ServerRef, BackupRun>> },
  ref: ServerRef,
): boolean => backupRuns[ref]?.endedAt === null

/** Until when a panel said that it makes no more backups of the server, in unix milliseconds; null where it did not. */
export function throttledUntil({ error, endedAt }: BackupRun): number | null {
  if (error?.code !== 'rate-limited' || error.retryAfterMs === undefined || endedAt === null) return null
  return endedAt + error.retryAfterMs
}

/** The state as a word beside a name. */
export const backupStateWord: Readonly<Record<BackupState, string>> = {
  pending: 'In progress',
  good: 'Good',
  failed: 'Failed',
  unknown: 'Not known',
}

/** For how long a backup can be made, in milliseconds: a panel calls one failed that is not finished after six hours. */
export const longestBackupMs = 6.5 * 3_600_000

/**
 * After so long, in milliseconds, it is said that nothing was heard of a backup: one that its machine refused stays in
 * progress on Pelican (seen there), as one of a large world does on all panels.
 */
export const quietBackupMs = 10 * 60_000

/**
 * True while a backup may be written; one of long ago was left behind by its machine.
 * @param now unix milliseconds
 */
export const isBeingMade = ({ state, createdAt }: Pick<Backup, 'state' | 'createdAt'>, now: number): boolean =>
  state === 'pending' && (createdAt === null || now - createdAt < longestBackupMs)

/** Newest first; what has no readable time stands last. */
export function newestFirst(backups: readonly Backup[]): Backup[] {
  const at = ({ createdAt }: Backup) => createdAt ?? Number.NEGATIVE_INFINITY
  return backups.toSorted((a, b) => (at(a) === at(b) ? 0 : at(b) - at(a)))
}

/** The newest backup that is good; null where there is none. */
export const newestGood = (backups: readonly Backup[]): Backup | null =>
  newestFirst(backups).find(({ state }) => state === 'good') ?? null

/** True where it is the only good one: its loss leaves nothing to go back to. */
export const isOnlyGood = ({ id, state }: Backup, all: readonly Backup[]): boolean =>
  state === 'good' && !all.some((other) => other.id !== id && other.state === 'good')

/** True for a backup whose deletion a person confirms by its name: a locked one, or the only good one. */
export const wantsTypedName = (backup: Backup, all: readonly Backup[]): boolean =>
  backup.isLocked || isOnlyGood(backup, all)

/**
 * What a list tells; null where a part of it could not be read, since the newest may be in that.
 * @param readAt unix milliseconds
 */
export function backupHealth({ backups, leftOut }: BackupList, readAt: number): BackupHealth | null {
  if (leftOut > 0) return null
  const finished = newestFirst(backups).find(({ state }) => state === 'good' || state === 'failed')
  const failedAt = finished?.state === 'failed' ? (finished.createdAt ?? finished.completedAt) : null
  return { newestGoodAt: newestGood(backups)?.createdAt ?? null, failedAt, readAt }
}

/**
 * True where something of a server's backups was read later than a list, and tells another thing: a backup has ended
 * since. Takes unix milliseconds.
 */
export function isOutdated(list: BackupList, listReadAt: number, health: BackupHealth | undefined): boolean {
  if (health === undefined || health.readAt <= listReadAt) return false
  const known = backupHealth(list, listReadAt)
  return known?.newestGoodAt !== health.newestGoodAt || known.failedAt !== health.failedAt
}
