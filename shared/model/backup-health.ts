import type { BackupHealth } from './server-schema.ts'

/**
 * Why a server's backups need a person: the newest finished one failed, or the newest good one is older than the person
 * wants.
 */
export type BackupNeed = 'backup-failed' | 'backup-old'

/** The ages that can be chosen, in days. */
export const backupDaysChoices = [1, 3, 7, 14, 30] as const
export type BackupDays = (typeof backupDaysChoices)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** For how long a reading counts, in milliseconds: later, a newer backup may have been made on the panel. */
export const readingCountsMs = dayMs

const isKnown = ({ readAt }: BackupHealth, now: number) => Math.abs(now - readAt) <= readingCountsMs

/**
 * Why a server's backups need a person now; null where they do not, or it is not known. A server without any good backup
 * needs nobody for its age: many are not backed up on the panel at all.
 * @param maxDays null where the person set no age
 * @param now unix milliseconds
 */
export function backupNeed(
  health: BackupHealth | undefined,
  maxDays: BackupDays | null,
  now: number,
): BackupNeed | null {
  if (health === undefined || !isKnown(health, now)) return null
  if (health.failedAt !== null) return 'backup-failed'
  if (maxDays === null || health.newestGoodAt === null) return null
  return now - health.newestGoodAt > maxDays * dayMs ? 'backup-old' : null
}

const times = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`

/** How old something is, roughly: `less than an hour`, `5 hours`, `3 days`. */
function ageText(ms: number): string {
  if (ms < hourMs) return 'less than an hour'
  return ms < 2 * dayMs ? times(Math.floor(ms / hourMs), 'hour') : times(Math.floor(ms / dayMs), 'day')
}

/**
 * How old the newest good backup is, for a question before a restart or a reinstall: `The newest good backup is 3 days
 * old.` Null where it is not known.
 * @param now unix milliseconds
 */
export function backupAgeText(health: BackupHealth | undefined, now: number): string | null {
  if (health === undefined || !isKnown(health, now)) return null
  if (health.newestGoodAt === null) return 'There is no good backup.'
  return `The newest good backup is ${ageText(now - health.newestGoodAt)} old.`
}

/**
 * The same of several servers: `Their newest good backups are up to 9 days old. 2 of them have no good backup.` Null where
 * nothing is known of any.
 * @param now unix milliseconds
 */
export function backupAgesText(all: readonly (BackupHealth | undefined)[], now: number): string | null {
  const known = all.flatMap((health) => (health !== undefined && isKnown(health, now) ? [health] : []))
  const ages = known.flatMap(({ newestGoodAt }) => (newestGoodAt === null ? [] : [now - newestGoodAt]))
  const without = known.length - ages.length
  const unknown = all.length - known.length
  if (known.length === 0) return null
  const among = ages.length > 0 ? 'of them' : 'of these servers'
  return [
    ...(ages.length > 0 ? [`Their newest good backups are up to ${ageText(Math.max(...ages))} old.`] : []),
    ...(without > 0 ? [`${without} ${among} ${without === 1 ? 'has' : 'have'} no good backup.`] : []),
    ...(unknown > 0 ? [`The backups of ${unknown} ${unknown === 1 ? 'other' : 'others'} are not known.`] : []),
  ].join(' ')
}

/** Why its backups need a person, in one line: `Last backup failed`, `Newest good backup is 9 days old`. */
export function backupNeedText(health: BackupHealth, need: BackupNeed, now: number): string {
  if (need === 'backup-failed') return 'Last backup failed'
  return `Newest good backup is ${ageText(now - (health.newestGoodAt ?? now))} old`
}
