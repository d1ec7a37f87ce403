import type { BackupRun, DownloadView, RestoreView } from '../../../shared/backups/contract.ts'
import { hasRestoreEnded, restoreHint, restoreText } from '../../../shared/backups/restore.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import { failed, failedAct } from '../../parts/area/area-words.ts'
import type { ActNews } from '../../parts/area/use-acts.ts'

/** What may be told of a server's backups at one time. */
export type BackupFacts = {
  readonly act: ActNews | null
  readonly run: BackupRun | null
  readonly restore: RestoreView | null
  readonly downloads: readonly DownloadView[]
  /** Why the list was not read again; null where it was. */
  readonly list: AppError | null
}

/** The one thing that is told. */
export type BackupNews = { readonly hasFailed: boolean; readonly message: string; readonly hint: string } & (
  | { readonly about: 'act' | 'run' | 'list' }
  | { readonly about: 'restore'; readonly restore: RestoreView }
  | { readonly about: 'download'; readonly download: DownloadView }
)

/** What a run came to that is no success. */
function whatOf({ phase, error }: BackupRun): string {
  if (error?.code === 'backup-failed' || error?.code === 'backup-not-seen') return ''
  return phase === 'not-seen' ? 'It is not known whether a backup is being made.' : 'No backup was made.'
}

function newsOfRun(run: BackupRun | null): (BackupNews & { readonly at: number }) | null {
  if (run === null || run.endedAt === null || run.error === null) return null
  return { about: 'run', at: run.endedAt, ...failed(whatOf(run), run.error) }
}

/** What of a download was compared: only what the panel told. */
function checkedText({ totalBytes, isSummed }: DownloadView): string {
  if (totalBytes !== null)
    return isSummed ? 'Its size and checksum are right.' : 'Its size is right. The panel tells no checksum.'
  return isSummed ? 'Its checksum is right.' : 'The panel tells neither size nor checksum, so it was not checked.'
}

function newsOfDownloads(downloads: readonly DownloadView[]): BackupNews | null {
  const bad = downloads.findLast(({ phase, error }) => phase === 'failed' && error !== null)
  if (bad?.error)
    return {
      about: 'download',
      download: bad,
      ...failed(bad.error.code.startsWith('download-') ? '' : 'The download failed.', bad.error),
    }
  const done = downloads.findLast(({ phase }) => phase === 'done')
  if (done === undefined) return null
  const message = `Saved as ${done.file}.`
  return { about: 'download', download: done, hasFailed: false, message, hint: checkedText(done) }
}

/** A restore is told from its begin on, also that a person gave it up, until they have read it. */
function newsOfRestore(restore: RestoreView): BackupNews {
  const hasFailed = restore.phase === 'failed' || restore.phase === 'unknown'
  const message = `${restoreText(restore)}${hasRestoreEnded(restore) ? '.' : '…'}`
  return { about: 'restore', restore, hasFailed, message, hint: restoreHint(restore) ?? '' }
}

/**
 * Chooses what is told: a restore; what failed last of what the person did, then a download that failed, then that the list is old,
 * then what was done.
 */
export function newsOf({ act, run, restore, downloads, list }: BackupFacts): BackupNews | null {
  if (restore !== null) return newsOfRestore(restore)
  const ofRun = newsOfRun(run)
  const ofAct = act && { about: 'act' as const, at: act.at, ...failedAct(act.what, act.error) }
  const [newest] = [ofRun, ofAct].filter((news) => news !== null).sort((a, b) => b.at - a.at)
  if (newest !== undefined) return newest
  const ofDownload = newsOfDownloads(downloads)
  if (ofDownload?.hasFailed) return ofDownload
  if (list !== null) return { about: 'list', ...failed('The list could not be read again.', list) }
  return ofDownload
}
