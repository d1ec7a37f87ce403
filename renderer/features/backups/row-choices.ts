import type { Backup } from '../../../shared/model/backup.ts'

/** Why each act on a backup cannot be done now, in a few words; null where it can. */
export type RowChoices = Readonly<Record<'download' | 'lock' | 'rename' | 'remove', string | null>>

/** What is known beside the backup itself. */
type Facts = {
  /** Why no key of the server may change backups; null where one may. */
  readonly lacks: string | null
  readonly isDownloading: boolean
}

function notGood({ state }: Backup): string | null {
  if (state === 'good') return null
  if (state === 'pending') return 'not finished'
  return state === 'failed' ? 'it failed' : 'not known whether it is good'
}

/** What can be done with a backup. */
export function rowChoices(backup: Backup, { lacks, isDownloading }: Facts): RowChoices {
  const pending = backup.state === 'pending' ? 'not finished' : null
  return {
    download: notGood(backup) ?? (isDownloading ? 'downloading' : null),
    // A failed one is unlocked by the panel itself.
    lock: lacks ?? (backup.state === 'failed' ? 'it failed' : null),
    rename: lacks,
    remove: lacks ?? pending,
  }
}
