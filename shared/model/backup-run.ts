import type { AppError } from '../error-schema.ts'
import type { BackupId } from './backup.ts'
import type { ServerRef } from './identifier.ts'
import type { Origin } from './power-schema.ts'

/**
 * A backup that is made from here.
 * - `making-room`: where the server has all that it may have, its keep rule deletes old ones, last of all before the
 *   request; before the server is told to save, it is only looked whether it can.
 * - `saving`: the server is told to save first.
 * - `asking`: the one request is out.
 * - `running`: the panel took it; its end is looked for.
 * - `done`, `failed`: its end was seen, or it was not begun: `error` says why.
 * - `not-seen`: it may have been begun, but its end was not seen.
 */
export type BackupRunPhase = 'making-room' | 'saving' | 'asking' | 'running' | 'done' | 'failed' | 'not-seen'

/** The last backup of a server that was made from here. Times are unix milliseconds. */
export type BackupRun = {
  id: string
  ref: ServerRef
  /** The server's name when it began. */
  name: string
  origin: Origin
  phase: BackupRunPhase
  /** Null until the panel has named it. */
  backupId: BackupId | null
  /** The names of the backups that the keep rule has deleted for it. */
  deleted: string[]
  startedAt: number
  endedAt: number | null
  /** It takes longer than most backups. */
  isSlow: boolean
  error: AppError | null
}

/** What is asked for with *Back up now*. */
export type BackupRequest = {
  /** Empty for the panel's own choice: the date. */
  name: string
  isLocked: boolean
  /** Console commands that make the server save first, in their order. */
  before: string[]
}

/** Maximum number of console commands before a backup. */
export const maxCommandsBefore = 5

export const isBackupRunning = ({ endedAt }: BackupRun): boolean => endedAt === null

/**
 * A backup that is downloaded to a folder of this computer.
 * - `waiting`: others go first.
 * - `done`: it is there, and is what the panel says it is.
 */
export type DownloadPhase = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export type DownloadView = {
  id: string
  ref: ServerRef
  backupId: BackupId
  /** The name of the file; that of the folder is the person's own, and stays in the main process. */
  file: string
  phase: DownloadPhase
  movedBytes: number
  /** Null where the panel tells no size. */
  totalBytes: number | null
  /** The panel tells a checksum, by which it is checked. */
  isSummed: boolean
  /** Over the last seconds; null until it is known. */
  bytesPerSecond: number | null
  error: AppError | null
}

/** Until when a panel said that it makes no more backups of the server, in unix milliseconds; null where it did not. */
export function throttledUntil({ error, endedAt }: BackupRun): number | null {
  if (error?.code !== 'rate-limited' || error.retryAfterMs === undefined || endedAt === null) return null
  return endedAt + error.retryAfterMs
}
