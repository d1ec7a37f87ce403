import type { KeepRule } from '../model/preferences-schema.ts'
import { newestFirst } from './backups.ts'
import type { Backup, BackupId, BackupList, BackupState } from './contract.ts'

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
  /** No place could be made for another one after the one to come. */
  isLacking: boolean
}

/** A good backup of which it is known when it was made. Those alone are ever deleted. */
type Dated = Backup & { readonly createdAt: number }

const isDated = (backup: Backup): backup is Dated => backup.state === 'good' && backup.createdAt !== null

/** The backup without a time that no calendar can handle. */
const withUsableTime = (backup: Backup): Backup =>
  Number.isNaN(new Date(backup.createdAt ?? 0).getTime()) ? { ...backup, createdAt: null } : backup

/** How many backups must go before another one can be made. @param limit of the panel; null where it is not known */
export function placesMissing({ backups, counted }: BackupList, limit: number | null): number {
  if (limit === null) return 0
  const taken = counted ?? backups.filter(({ state }) => state !== 'failed').length
  return Math.max(0, taken + 1 - limit)
}

/** Returns the calendar day of a time in a zone. */
function dayIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (at) => format.format(at)
}

/**
 * Why each good backup stays under the rule, by its place in the list. Days count only where there is a backup: a pause of
 * weeks deletes nothing, nor does a clock that is wrong. @param times newest first
 */
function reasonsOf(times: readonly number[], { newest, days }: KeepRule, timeZone: string): (KeepReason | null)[] {
  const dayOf = dayIn(timeZone)
  const seen = new Set<string>()
  return times.map((at, place) => {
    const day = dayOf(at)
    const isFirstOfDay = !seen.has(day)
    seen.add(day)
    if (place < newest) return 'newest'
    return isFirstOfDay && seen.size <= days ? 'day' : null
  })
}

/**
 * What a rule deletes of a server's backups, and why each other one stays. The newest good one always does, so that
 * there is one after each single deletion if there was one before; so does what is locked, or not surely good. Where a
 * part of the list is not known, less goes, never something else.
 *
 * Without `coming`, all that the rule does not keep. With it, the one that makes room for another once a backup of that
 * time, in unix milliseconds, is there and good: what is shown of a rule beforehand.
 * @param timeZone an IANA zone that this system knows, for the days
 * @param held what stays for now where the rule lets it go, as it is being used
 */
export function planKeep(
  backups: readonly Backup[],
  rule: KeepRule,
  timeZone: string,
  coming: number | null = null,
  held: ReadonlySet<BackupId> = new Set(),
): KeepPlan {
  const sorted = newestFirst(backups.map(withUsableTime))
  const good = sorted.filter(isDated)
  const times = good.map(({ createdAt }) => createdAt)
  const [newest] = good
  const first = coming === null ? [] : [Math.max(coming, newest?.createdAt ?? coming)]
  const kept = reasonsOf([...first, ...times], rule, timeZone).slice(first.length)
  const reasonOfGood = new Map<Backup, KeepReason | null>(good.map((backup, place) => [backup, kept[place] ?? null]))

  function reasonOf(backup: Backup): KeepReason | null {
    // A list that names one twice is not to be trusted with it.
    const isTwice = sorted.some((other) => other !== backup && other.id === backup.id)
    const reason = reasonOfGood.get(backup)
    if (reason === undefined || isTwice) return backup.state === 'good' ? 'unknown' : backup.state
    if (backup.isLocked) return 'locked'
    if (backup === newest && coming === null) return 'newest'
    // Where the rule keeps it anyway, nothing changes once it is free again.
    return reason ?? (held.has(backup.id) ? 'held' : null)
  }
  const judged = sorted.map((backup) => ({ id: backup.id, reason: reasonOf(backup) }))
  const free = judged.filter(({ reason }) => reason === null).toReversed()
  const go = (coming === null ? free : free.slice(0, 1)).map(({ id }) => id)
  const going = new Set<string>(go)
  return {
    go,
    stay: judged.flatMap(({ id, reason }) => (going.has(id) ? [] : [{ id, reason: reason ?? 'fits' }])),
    isLacking: coming !== null && go.length === 0,
  }
}

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
