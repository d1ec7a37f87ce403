import { type FilePath, pathIn } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { useClient } from '../../state/hooks.ts'
import { newestLog } from './entries/file-words.ts'
import { logFolders } from './entries/logs.ts'

export type LogKind = keyof typeof logFolders

/** Finds the newest log or crash report of a server; null where it has none. */
export function useNewestLog(ref: ServerRef): (kind: LogKind) => Promise<Result<FilePath | null>> {
  const { call } = useClient().bridge
  return async (kind) => {
    const folder = logFolders[kind]
    const list = await call('files:list', { ref, folder })
    if (!list.ok) return list.error.code === 'file-not-found' ? ok(null) : list
    const newest = newestLog(list.value.entries)
    return ok(newest && pathIn(folder, newest.name))
  }
}
