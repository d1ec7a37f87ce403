import type { Backup, DownloadView } from '../../shared/backups/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { isoDay } from '../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { OnServer } from '../areas/area.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { newMove, backupDownloads as table } from '../jobs/tables.ts'
import type { StateStore } from '../state/store.ts'
import { download } from '../transfers/download.ts'
import type { WayTo } from '../transfers/machine.ts'
import { usable } from './acts.ts'
import { linkToBackup } from './panel.ts'

/** In characters: with the rest it fits into the 255 bytes that file systems give a name, whatever its script. */
const longestServerName = 40

/**
 * The app's own name for a downloaded backup: the server's name with only letters, digits and dashes left, the day, and
 * the beginning of its id. No part of it can lead out of a folder, or means something special to a file system.
 */
export function fileNameOf(serverName: string, { id, createdAt }: Pick<Backup, 'id' | 'createdAt'>): string {
  const plain = safeText(serverName.normalize('NFC')).replace(/[^\p{L}\p{N}]+/gu, '-')
  const words = [...plain].slice(0, longestServerName).join('').replace(/^-|-$/g, '')
  const day = createdAt === null ? [] : [isoDay(createdAt)]
  return `${[words || 'server', ...day, id.slice(0, 8).toLowerCase()].join('-').replace(/-{2,}/g, '-')}.tar.gz`
}

type Deps = {
  store: StateStore
  on: OnServer
  jobs: Pick<Jobs, 'run' | 'isUnderWay'>
  wayTo: WayTo
}

/**
 * Downloads a good backup to a folder, once its turn has come: two at a time, the others wait in their order. Returns at
 * once; its progress shows in the state. Errors: `backup-not-good`, `download-running`, `unknown-server`.
 */
export function startDownload(deps: Deps, ref: ServerRef, backup: Backup, folder: string): Result<{ id: string }> {
  const { store, on, jobs, wayTo } = deps
  const server = store.get().servers[ref]
  if (server === undefined) return fail('unknown-server')
  const use = usable(backup)
  if (!use.ok) return use
  const { bytes, sha1 } = backup
  const key = `backup ${ref} ${backup.id}`
  if (jobs.isUnderWay(key)) return fail('download-running')
  const file = fileNameOf(server.name, backup)
  const shown = { ref, backupId: backup.id, file, totalBytes: bytes, isSummed: sha1 !== null }
  const view = (id: string): DownloadView => ({ ...newMove, ...shown, id })
  const about = { kind: 'backup-download', ref, what: file, key, lane: 'backups', table, view } as const
  const { id } = jobs.run(about, async ({ signal, moved }) => {
    const way = wayTo(ref)
    if (!way.ok) return way
    return download({
      ...way.value,
      link: () => on(ref, 'view', (at) => linkToBackup(at, backup.id), { signal }),
      folder,
      file,
      what: 'backup',
      bytes,
      sha1,
      signal,
      onProgress: moved,
    })
  })
  return ok({ id })
}
