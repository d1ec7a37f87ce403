import type { Backup, BackupAct } from '../../../shared/backups/contract.ts'
import { notAllowed } from '../../parts/area/area-words.ts'

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

function notGood({ state }: Backup): string | null {
  if (state === 'good') return null
  if (state === 'pending') return 'not finished'
  return state === 'failed' ? 'it failed' : 'not known whether it is good'
}

/** What goes on with the server's files, which a restore would meet. */
function busyWith({ isRestoring, isBackingUp }: Facts): string | null {
  if (isRestoring) return 'one is running'
  return isBackingUp ? 'a backup is being made' : null
}

/** What uses this very backup. */
function usedBy({ isDownloading, isRestored }: Facts): string | null {
  if (isDownloading) return 'downloading'
  return isRestored ? 'being restored' : null
}

/** What can be done with a backup. Locks and names are changed by who may delete. */
export function rowChoices(backup: Backup, facts: Facts): RowChoices {
  const { lacks, denied, isDownloading } = facts
  const changes = lacks ?? (denied.includes('delete') ? notAllowed : null)
  const pending = backup.state === 'pending' ? 'not finished' : null
  return {
    download:
      (denied.includes('download') ? notAllowed : null) ?? notGood(backup) ?? (isDownloading ? 'downloading' : null),
    restore: lacks ?? (denied.includes('restore') ? notAllowed : null) ?? notGood(backup) ?? busyWith(facts),
    // A failed one is unlocked by the panel itself.
    lock: changes ?? (backup.state === 'failed' ? 'it failed' : null),
    rename: changes,
    remove: changes ?? pending ?? usedBy(facts),
  }
}
