import type { z } from 'zod'

/** A backup's id on its panel: its uuid. */
export type BackupId = string & z.$brand<'BackupId'>

/**
 * What a backup has come to (the panel's API, part 2, *Backups*: no field says it).
 * - `pending`: it is not finished.
 * - `good`: it finished, and the panel calls it successful.
 * - `failed`: it finished without success. It can't be downloaded, and must not be restored.
 * - `unknown`: what the panel told does not fit together. Nothing is done to it by itself.
 */
export type BackupState = 'pending' | 'good' | 'failed' | 'unknown'

/** A backup of a server as its panel tells it. Times are unix milliseconds. */
export type Backup = {
  id: BackupId
  /** The panel's words, safe to show. */
  name: string
  state: BackupState
  isLocked: boolean
  /** The size of the archive; null until it is finished. */
  bytes: number | null
  /** 40 hex digits in small letters; null where the panel tells none. */
  sha1: string | null
  /** Null where the panel's time could not be read. */
  createdAt: number | null
  completedAt: number | null
  /** Whether a schedule of the panel made it; null where the panel does not tell, as Pterodactyl. */
  isScheduled: boolean | null
}

/** The backups of a server, as far as they were read. */
export type BackupList = {
  /** Newest first; what has no readable time stands last. */
  backups: Backup[]
  /** How many count against the limit, as the panel tells it: pending and good ones. Null where it tells nothing. */
  counted: number | null
  /** Entries of the list that could not be read, and those beyond what is read of a list. */
  leftOut: number
}

/** What a panel may let an account do to backups, each by a permission of its own. Locking and renaming want `delete`. */
export const backupActs = ['create', 'delete', 'download', 'restore'] as const
export type BackupAct = (typeof backupActs)[number]

/** What the window is told of a server's backups. */
export type BackupsOfServer = BackupList & {
  /** How many the server may have, 0 for none; null where the panel tells nothing. */
  limit: number | null
  /** What the panel says that the account may not do; what a key may not is another matter. */
  denied: BackupAct[]
  /** The console commands that make its game save first; none where the game is not known. */
  saveCommands: string[]
}

/** Maximum number of backups that are read of a server. */
export const maxBackups = 1_000
/** Maximum length of a backup's name: 191 characters on Pterodactyl, 255 on Pelican. */
export const maxBackupNameLength = 191

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
export function newestGood(backups: readonly Backup[]): Backup | null {
  return newestFirst(backups).find(({ state }) => state === 'good') ?? null
}

/** True where it is the only good one: its loss leaves nothing to go back to. */
export function isOnlyGood({ id, state }: Backup, all: readonly Backup[]): boolean {
  return state === 'good' && !all.some((other) => other.id !== id && other.state === 'good')
}

/** True for a backup whose deletion a person confirms by its name: a locked one, or the only good one. */
export const wantsTypedName = (backup: Backup, all: readonly Backup[]): boolean =>
  backup.isLocked || isOnlyGood(backup, all)
