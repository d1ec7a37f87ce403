import type { AppError } from '../error-schema.ts'
import type { BackupId, BackupState } from './backup.ts'
import type { ServerRef } from './identifier.ts'

/** Which good backups of a server stay; all locked ones do besides. */
export type KeepRule = {
  /** How many of the newest; at least one. */
  newest: number
  /** The newest of each day, for so many days on which there is one; 0 for none. */
  days: number
  /** Old ones also go once a day while the app runs, without a new backup. */
  daily?: true | undefined
}

/** What a keep rule did to a server's backups by itself, the last time in this run of the app. Unix milliseconds. */
export type KeepRun = {
  ref: ServerRef
  /** The server's name at that time. */
  name: string
  startedAt: number
  /** Null while it is under way. */
  endedAt: number | null
  /** The names of the backups that it deleted. */
  deleted: string[]
  /** Why it ended before its end. */
  error: AppError | null
}

/** Maximum of backups that a rule can keep as the newest, and of days. */
export const maxKeepNewest = 100
export const maxKeepDays = 366

/**
 * Why a backup stays. Only good backups can go by the rule: a pending one may become good, a failed one takes no place
 * of the panel's limit, and an unknown one may be good. `fits`: the rule would let it go, and the backup that is to
 * come does not need its place. `held`: it is being downloaded or restored.
 */
export type KeepReason = 'newest' | 'day' | 'locked' | 'fits' | 'held' | Exclude<BackupState, 'good'>

/** What a rule would delete of a server's backups now. */
export type KeepPlan = {
  /** Oldest first: the order in which they are deleted. */
  go: BackupId[]
  /** All others, newest first. */
  stay: { id: BackupId; reason: KeepReason }[]
  /** How many places are still missing for the backup that is to come; 0 where it fits, or none is to come. */
  lacking: number
}

/** What a server begins with when a person chooses that a rule deletes old backups. */
export const defaultKeepRule: KeepRule = { newest: 3, days: 7 }

/** Why a backup stays, beside its name. */
export const keepReasonText: Readonly<Record<KeepReason, string>> = {
  newest: 'Stays: one of the newest',
  day: 'Stays: the newest of its day',
  locked: 'Stays: locked',
  fits: 'Stays: its place is not needed',
  held: 'Stays: being downloaded or restored',
  pending: 'Stays: in progress',
  failed: 'Stays: failed, and takes no place',
  unknown: 'Stays: its state is not known',
}

/** A rule in a few words: `keeps the newest 3 and one a day for 7 days`, `looks daily, keeps the newest one`. */
export function keepRuleText({ newest, days, daily }: KeepRule): string {
  const first = `${daily ? 'looks daily, ' : ''}keeps the newest ${newest === 1 ? 'one' : newest}`
  if (days === 0) return first
  return `${first} and one a day for ${days === 1 ? 'one day' : `${days} days`}`
}
