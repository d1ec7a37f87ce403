import type { BackupId } from './backup.ts'
import type { DownloadView } from './backup-run.ts'
import type { ServerRef } from './identifier.ts'
import { hasRestoreEnded } from './restore.ts'
import type { RestoreView } from './restore-schema.ts'
import { isUnderWay } from './under-way.ts'

/** The backups of a server that are being downloaded, wait for it, or are being restored: none of them may go meanwhile. */
export function heldBackups(
  {
    downloads,
    restores,
  }: {
    readonly downloads: Readonly<Record<string, DownloadView>>
    readonly restores: Readonly<Record<string, RestoreView>>
  },
  ref: ServerRef,
): ReadonlySet<BackupId> {
  const ofServer = (one: { readonly ref: ServerRef }) => one.ref === ref
  const downloading = Object.values(downloads).filter((one) => ofServer(one) && isUnderWay(one))
  const restoring = Object.values(restores).filter((one) => ofServer(one) && !hasRestoreEnded(one))
  return new Set([...downloading.map(({ backupId }) => backupId), ...restoring.map(({ backup }) => backup.id)])
}
