import { newestFirst } from '../../../shared/backups/backups.ts'
import type { Backup, BackupId } from '../../../shared/backups/contract.ts'
import { type KeepPlan, keepReasonText, placesMissing, planKeep } from '../../../shared/backups/keep.ts'
import type { KeepRule } from '../../../shared/model/preferences-schema.ts'
import { systemZone } from '../../../shared/model/time-words.ts'
import { type Listed, takenOf, whyNoOther } from '../../parts/servers/backup-age.ts'
import { day } from '../../ui/format.ts'

/** Maximum number of names in one sentence. */
const maxNamed = 3

const named = ({ name, createdAt }: Backup) => (createdAt === null ? `“${name}”` : `“${name}” of ${day(createdAt)}`)

/** What a rule would do to a server's backups for the next one, where a place is needed for it. Takes unix milliseconds. */
function planFor(list: Listed, rule: KeepRule, now: number, held?: ReadonlySet<BackupId>): KeepPlan {
  const places = Math.max(1, placesMissing(list, list.limit))
  return planKeep(list.backups, rule, systemZone(), { at: now, places }, held)
}

/** What a rule does: once a day by itself, or for the next backup where a place is needed. Takes unix milliseconds. */
export const previewFor = (list: Listed, rule: KeepRule, now: number): KeepPlan =>
  rule.daily ? planKeep(list.backups, rule, systemZone()) : planFor(list, rule, now)

/** What a rule does as the next backup is made, in words: which are deleted first, and why it can't be made at all. */
export type Room = { readonly goes: string | null; readonly stop: string | null }

/** Where there is room nothing happens. Takes unix milliseconds. @param held what is being downloaded or restored */
export function roomOf(list: Listed, rule: KeepRule, now: number, held: ReadonlySet<BackupId>): Room {
  const stop = whyNoOther(list, rule)
  if (stop !== null || placesMissing(list, list.limit) === 0) return { goes: null, stop }
  const { go, stay, lacking } = planFor(list, rule, now, held)
  if (lacking > 0) {
    const isHeld = stay.some(({ reason }) => reason === 'held')
    const why = isHeld
      ? 'the one to go is being downloaded or restored'
      : 'the keep rule and the locks keep all that the server may have'
    return { goes: null, stop: why }
  }
  const names = go.flatMap((id) => list.backups.find((backup) => backup.id === id) ?? []).map(named)
  const more = names.length - maxNamed
  const parts = more > 0 ? [...names.slice(0, maxNamed), `${more} more`] : names
  const goes = `${new Intl.ListFormat('en').format(parts)} ${names.length === 1 ? 'is' : 'are'} deleted first.`
  return { goes, stop: null }
}

/** What a rule would do, before its rows. */
export function previewText(list: Listed, { go, lacking }: KeepPlan, { daily }: KeepRule): string {
  const { limit } = list
  const what = go.length === 1 ? 'this one' : `these ${go.length}`
  if (daily) return go.length === 0 ? 'Would delete none of these.' : `Would delete ${what} at its next daily check:`
  if (limit === null) return 'The panel doesn’t tell how many backups the server may have, so nothing is deleted.'
  if (limit === 0) return 'Its host allows it no backups, so nothing is deleted.'
  if (lacking > 0 && takenOf(list) < limit) return 'Would delete none of these.'
  if (lacking > 0) return 'Would delete nothing, so no other backup can be made: keep fewer, or unlock one.'
  return `Would delete ${what} when a place is needed:`
}

/** A backup, and what becomes of it under a rule. */
export type KeepRow = { readonly backup: Backup; readonly goes: boolean; readonly what: string }

/** All backups under a rule, those first that would be deleted. */
export function keepRows({ backups, limit }: Listed, { go, stay, lacking }: KeepPlan, rule: KeepRule): KeepRow[] {
  const isInForce = rule.daily === true || (limit !== null && limit > 0 && lacking === 0)
  const reasons = new Map<BackupId, string>(stay.map(({ id, reason }) => [id, keepReasonText[reason]]))
  const rows = newestFirst(backups).map((backup) => {
    const goes = isInForce && go.includes(backup.id)
    const what = goes ? 'Would be deleted' : (reasons.get(backup.id) ?? 'Stays: its place would not be enough')
    return { backup, goes, what }
  })
  return [...rows.filter(({ goes }) => goes).toReversed(), ...rows.filter(({ goes }) => !goes)]
}
