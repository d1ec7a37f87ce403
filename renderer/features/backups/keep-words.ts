import { newestFirst } from '../../../shared/backups/backups.ts'
import type { Backup, BackupId } from '../../../shared/backups/contract.ts'
import { type KeepPlan, keepReasonText, planKeep } from '../../../shared/backups/keep.ts'
import type { KeepRule } from '../../../shared/model/preferences-schema.ts'
import { systemZone } from '../../../shared/model/time-words.ts'
import { type Listed, takenOf } from '../../parts/servers/backup-age.ts'
import { day } from '../../ui/format.ts'

const named = ({ name, createdAt }: Backup) => (createdAt === null ? `“${name}”` : `“${name}” of ${day(createdAt)}`)

/** What a rule would do once another backup is good and leaves no place. Takes unix milliseconds. */
const planFor = ({ backups }: Listed, rule: KeepRule, now: number, held?: ReadonlySet<BackupId>): KeepPlan =>
  planKeep(backups, rule, systemZone(), now, held)

/** What a rule does: once a day by itself, or after a backup that leaves no place. Takes unix milliseconds. */
export const previewFor = (list: Listed, rule: KeepRule, now: number): KeepPlan =>
  rule.daily ? planKeep(list.backups, rule, systemZone()) : planFor(list, rule, now)

/**
 * Which backup a rule deletes once the next one is good; null for none. Takes unix milliseconds.
 * @param held what is being downloaded or restored
 */
export function goingText(list: Listed, rule: KeepRule, now: number, held: ReadonlySet<BackupId>): string | null {
  if (list.limit === null || takenOf(list) + 1 < list.limit || list.denied.includes('delete')) return null
  const { go } = planFor(list, rule, now, held)
  const oldest = list.backups.find(({ id }) => id === go[0])
  return oldest ? `${named(oldest)} is deleted once this one is good.` : null
}

/** What a rule would do, before its rows. */
export function previewText(list: Listed, { go, isLacking }: KeepPlan, { daily }: KeepRule): string {
  const { limit } = list
  const what = go.length === 1 ? 'this one' : `these ${go.length}`
  if (daily) return go.length === 0 ? 'Would delete none of these.' : `Would delete ${what} at its next daily check:`
  if (limit === null) return 'The panel doesn’t tell how many backups the server may have, so nothing is deleted.'
  if (limit === 0) return 'Its host allows it no backups, so nothing is deleted.'
  if (isLacking) return 'Would delete nothing, so in the end no other backup can be made: keep fewer, or unlock one.'
  const first = takenOf(list) < limit ? '' : 'No place is left now, so delete one by hand first. '
  return `${first}Would delete this one once a new one is good and no place is left:`
}

/** A backup, and what becomes of it under a rule. */
export type KeepRow = { readonly backup: Backup; readonly goes: boolean; readonly what: string }

/** All backups under a rule, those first that would be deleted. */
export function keepRows({ backups, limit }: Listed, { go, stay, isLacking }: KeepPlan, rule: KeepRule): KeepRow[] {
  const isInForce = rule.daily === true || (limit !== null && limit > 0 && !isLacking)
  const reasons = new Map<BackupId, string>(stay.map(({ id, reason }) => [id, keepReasonText[reason]]))
  const rows = newestFirst(backups).map((backup) => {
    const goes = isInForce && go.includes(backup.id)
    const what = goes ? 'Would be deleted' : (reasons.get(backup.id) ?? 'Stays: its place would not be enough')
    return { backup, goes, what }
  })
  return [...rows.filter(({ goes }) => goes).toReversed(), ...rows.filter(({ goes }) => !goes)]
}
