import { backupStateWord, newestGood, quietBackupMs } from '../../../shared/backups/backups.ts'
import type { Backup, BackupAct, BackupList, BackupRun, DownloadView } from '../../../shared/backups/contract.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { notAllowed } from '../../parts/area/area-words.ts'
import { commandOf } from '../../parts/commands/command-text.ts'
import { type Listed, takenOf } from '../../parts/servers/backup-age.ts'
import { bytes, bytesOf, count, day, roughly } from '../../ui/format.ts'

const minute = 60_000

/** `3 of 5 backups`, without the limit where it is not known; empty where there is nothing to count. */
export function countText(list: Listed): string {
  const { limit } = list
  if (limit !== null && limit > 0) return `${takenOf(list)} of ${count(limit, 'backup')}`
  return list.backups.length === 0 ? '' : count(list.backups.length, 'backup')
}

/** How old the newest good backup is, in words; null where there is none. */
export function ageText({ backups }: BackupList, now: number): string | null {
  const newest = newestGood(backups)
  const at = newest?.completedAt ?? newest?.createdAt ?? null
  if (newest === null) return backups.length === 0 ? null : 'no good one'
  if (at === null) return null
  return now - at < minute ? 'newest good one just made' : `newest good one ${roughly(now - at)} old`
}

/** What is known of a server's backups beside their number: `4.2 GB`, `newest good one 9 h old`. */
export function factTexts(list: BackupList, now: number): string[] {
  const total = list.backups.reduce((sum, backup) => sum + (backup.bytes ?? 0), 0)
  return [...(total > 0 ? [bytes(total)] : []), ...[ageText(list, now)].filter((text) => text !== null)]
}

const stateTexts = { ...backupStateWord, unknown: 'Not known whether it is good' }

/** The state of a backup as its row says it: `Good, locked`. */
export function stateText({ state, isLocked, createdAt }: Backup, now: number): string {
  const age = state === 'pending' && createdAt !== null ? now - createdAt : 0
  const quiet = age >= quietBackupMs ? ', nothing heard of it yet' : ''
  const words = age >= minute ? `${stateTexts[state]}, ${roughly(age)}${quiet}` : stateTexts[state]
  return isLocked ? `${words}, locked` : words
}

/** How far a download is: `0.6 / 1.5 GB, 24 MB/s`. */
export function downloadText({ phase, movedBytes, totalBytes, bytesPerSecond }: DownloadView): string {
  if (phase === 'waiting') return 'waits for the others'
  const size = totalBytes !== null && totalBytes > 0 ? bytesOf(movedBytes, totalBytes) : bytes(movedBytes)
  return bytesPerSecond === null ? size : `${size}, ${bytes(bytesPerSecond)}/s`
}

/** What is done of a backup that the panel does not list yet. */
export function comingText({ phase, isSaveSilent }: Pick<BackupRun, 'phase' | 'isSaveSilent'>): string {
  if (phase === 'saving') return isSaveSilent ? 'Has 15 s to save' : 'Waits for its save, 20 s'
  return phase === 'asking' ? 'Asking the panel' : 'Begun'
}

/** What a restore overwrites, and from when what comes in its place is. */
export function overwrittenText({ createdAt }: Backup, now: number): string {
  if (createdAt === null) return 'The server’s files are overwritten with those of the backup.'
  const age = now - createdAt < minute ? 'moment' : roughly(now - createdAt)
  return `The server’s files are overwritten with those of ${day(createdAt)}, ${clockTime(createdAt)}. What changed in the ${age} since is lost.`
}

/** Why each act on a backup cannot be done now, in a few words; null where it can. */
export type RowChoices = Readonly<Record<'download' | 'restore' | 'lock' | 'rename' | 'remove', string | null>>

/** What is known beside the backup itself. */
type Facts = {
  /** Why no key of the server may change backups; null where one may. */
  readonly lacks: string | null
  /** What the panel does not let the account do. */
  readonly denied: readonly BackupAct[]
  readonly isDownloading: boolean
  /** A restore of the server is under way. */
  readonly isRestoring: boolean
  /** That restore is of this backup. */
  readonly isRestored: boolean
  /** A backup of the server may be written: it would hold half of each world. */
  readonly isBackingUp: boolean
}

const notGood = {
  good: null,
  pending: 'still being made',
  failed: 'it failed',
  unknown: 'not known whether it is good',
}

/** What can be done with a backup. Locks and names are changed by who may delete. */
export function rowChoices({ state }: Backup, facts: Facts): RowChoices {
  const { lacks, denied, isDownloading, isRestoring, isRestored, isBackingUp } = facts
  const not = (act: BackupAct) => (denied.includes(act) ? notAllowed : null)
  const changes = lacks ?? not('delete')
  const downloading = isDownloading ? 'downloading' : null
  const busy = isRestoring ? 'one is running' : isBackingUp ? 'a backup is being made' : null
  return {
    download: not('download') ?? notGood[state] ?? downloading,
    restore: lacks ?? not('restore') ?? notGood[state] ?? busy,
    // A failed one is unlocked by the panel itself.
    lock: changes ?? (state === 'failed' ? notGood.failed : null),
    rename: changes,
    remove:
      changes ??
      (state === 'pending' ? notGood.pending : null) ??
      downloading ??
      (isRestored ? 'being restored' : null),
  }
}

/** The commands of a line, `save-off; save-all flush`, in their order. */
export function commandsIn(text: string): string[] {
  return text
    .split(';')
    .map((part) => commandOf(part).trim())
    .filter((command) => command !== '')
}

/** Commands as one line. */
export const lineOf = (commands: readonly string[]): string => commands.join('; ')
