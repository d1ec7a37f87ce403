import type { BackupRun, DownloadView, RestoreView } from '../../../shared/backups/contract.ts'
import { hasRestoreEnded, restoreHint, restoreText } from '../../../shared/backups/restore.ts'
import { failed } from '../../parts/area/area-words.ts'

type News = { readonly hasFailed: boolean; readonly message: string; readonly hint: string }

/** What a run came to that is no success. */
function whatOf({ phase, error }: BackupRun): string {
  if (error?.code === 'backup-failed' || error?.code === 'backup-not-seen') return ''
  return phase === 'not-seen' ? 'It is not known whether a backup is being made.' : 'No backup was made.'
}

/** What a backup from here came to; null where it is good, or goes on. */
export function newsOfRun(run: BackupRun): News | null {
  return run.endedAt === null || run.error === null ? null : failed(whatOf(run), run.error)
}

/** What of a download was compared: only what the panel told. */
function checkedText({ totalBytes, isSummed }: DownloadView): string {
  if (totalBytes !== null)
    return isSummed ? 'Its size and checksum are right.' : 'Its size is right. The panel tells no checksum.'
  return isSummed ? 'Its checksum is right.' : 'The panel tells neither size nor checksum, so it was not checked.'
}

/** What a download came to; null for one that goes on, or was cancelled. */
export function newsOfDownload(download: DownloadView): News | null {
  const { phase, error, file } = download
  if (phase === 'failed' && error !== null)
    return failed(error.code.startsWith('download-') ? '' : 'The download failed.', error)
  return phase === 'done' ? { hasFailed: false, message: `Saved as ${file}.`, hint: checkedText(download) } : null
}

/** A restore is told from its begin on, also that a person gave it up, until they have read it. */
export function newsOfRestore(restore: RestoreView): News {
  const hasFailed = restore.phase === 'failed' || restore.phase === 'unknown'
  const message = `${restoreText(restore)}${hasRestoreEnded(restore) ? '.' : '…'}`
  return { hasFailed, message, hint: restoreHint(restore) ?? '' }
}
