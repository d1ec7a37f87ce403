import type { BackupId, BackupState } from './backup.ts'

/** Which good backups of a server stay; all locked ones do besides. */
export type KeepRule = {
  /** How many of the newest; at least one. */
  newest: number
  /** The newest of each day, for so many days on which there is one; 0 for none. */
  days: number
}

/** Maximum of backups that a rule can keep as the newest, and of days. */
export const maxKeepNewest = 100
export const maxKeepDays = 366

/**
 * Why a backup stays. What is not good stays whatever the rule says: a pending one may become good, one that failed
 * takes no place of the panel's limit, and of one that is not known nobody can tell. `fits`: the rule would let it go,
 * and the backup that is to come does not need its place.
 */
export type KeepReason = 'newest' | 'day' | 'locked' | 'fits' | Exclude<BackupState, 'good'>

/** What a rule would delete of a server's backups now. */
export type KeepPlan = {
  /** Oldest first: the order in which they are deleted. */
  go: BackupId[]
  /** All others, newest first. */
  stay: { id: BackupId; reason: KeepReason }[]
  /** How many places are still missing for the backup that is to come; 0 where it fits, or none is to come. */
  lacking: number
}

/** Why a backup stays, beside its name. */
export const keepReasonText: Readonly<Record<KeepReason, string>> = {
  newest: 'Stays: one of the newest',
  day: 'Stays: the newest of its day',
  locked: 'Stays: locked',
  fits: 'Stays: its place is not needed',
  pending: 'Stays: in progress',
  failed: 'Stays: failed, and takes no place',
  unknown: 'Stays: its state is not known',
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

/** A rule in one sentence: `Keeps the newest 3, one a day for 7 days, and all locked ones.` */
export function keepRuleText({ newest, days }: KeepRule): string {
  const first = newest === 1 ? 'Keeps the newest one' : `Keeps the newest ${newest}`
  return `${first}${days === 0 ? '' : `, one a day for ${count(days, 'day')},`} and all locked ones.`
}

/** What a plan would do: `Would delete 2 of 7 backups.` */
export function keepPlanText({ go, stay }: KeepPlan): string {
  return go.length === 0
    ? 'Would delete nothing.'
    : `Would delete ${go.length} of ${count(go.length + stay.length, 'backup')}.`
}

/** Why a backup cannot be made though the rule was followed; null where it can. */
export function lackingText({ lacking }: KeepPlan): string | null {
  if (lacking === 0) return null
  return 'The server has as many backups as its panel allows, and the rule keeps them all. Delete one, or keep fewer.'
}
