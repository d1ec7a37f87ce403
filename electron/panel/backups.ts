import type { Backup, BackupId, BackupList } from '../../shared/model/backup.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import { createBackupListing, readBackup, readLink } from './backup-entry.ts'
import type { CallOptions } from './call-options.ts'
import { readCollection } from './collection.ts'
import { parseDownloadAddress } from './machine-address.ts'
import { type RestoreEntry, readRestoreEntries } from './restore-entry.ts'
import type { CallServer, ReadServer } from './server-calls.ts'
import type { PanelAnswer } from './transport.ts'

export type NewBackup = {
  /** Null for the panel's own choice: the date. */
  readonly name: string | null
  /** Silently ignored by the panel where the key may not delete backups: the answer tells. */
  readonly isLocked: boolean
}

/**
 * The backups of a server (the panel's API, part 2, *Backups*). No change is sent twice, except a rename or a deletion
 * that the panel's rate limit refused. Errors beside the usual: `not-on-panel` for a panel without backups,
 * `backup-not-found`, `backup-limit`, `backup-locked`; `rate-limited` with the time of its end.
 */
export type BackupCalls = {
  list(identifier: string, options?: CallOptions): Promise<Result<BackupList>>
  one(identifier: string, id: BackupId, options?: CallOptions): Promise<Result<Backup>>
  /** The new backup, which is not finished; null where the panel's answer does not tell it. */
  create(identifier: string, backup: NewBackup, options?: CallOptions): Promise<Result<Backup | null>>
  /** Turns the lock into its opposite; the backup as it is then, null where the answer does not tell it. */
  toggleLock(identifier: string, id: BackupId, options?: CallOptions): Promise<Result<Backup | null>>
  /** On Pelican only. */
  rename(identifier: string, id: BackupId, name: string, options?: CallOptions): Promise<Result<void>>
  remove(identifier: string, id: BackupId, options?: CallOptions): Promise<Result<void>>
  /**
   * Puts the backup's files back, in the background; a success says only that it was begun. `truncate` deletes all
   * files first, whether the server runs or not.
   */
  restore(identifier: string, id: BackupId, truncate: boolean, options?: CallOptions): Promise<Result<void>>
  /** What the server's activity tells of restores, newest first, a page of it. */
  restores(identifier: string, options?: CallOptions): Promise<Result<readonly RestoreEntry[]>>
  /**
   * A link that gives the archive once, within minutes, and wants no key. Error: `download-unsafe` for an address that
   * the app does not go to.
   */
  link(identifier: string, id: BackupId, options?: CallOptions): Promise<Result<URL>>
}

/** The most that a panel gives of one page. */
const perPage = 50

/**
 * Without a word about the order it is any; the filter looks for its text anywhere, since one event is spelled with a
 * dot.
 */
const activityOfRestores = `/activity?sort=-timestamp&per_page=100&filter%5Bevent%5D=restore`

const malformed = ({ status }: PanelAnswer): Result<never> => fail('malformed-answer', { status })
const at = (id: BackupId, rest = '') => `/backups/${encodeURIComponent(id)}${rest}`

/** @param deps.panelBaseUrl the base address of the panel, which its links are judged by */
export function createBackupCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
  readonly panelBaseUrl: string
}): BackupCalls {
  const { callServer, readServer, panelBaseUrl } = deps

  const told = (answer: PanelAnswer) => readBackup(parseJson(answer.text), answer.hideToken)

  return {
    async list(identifier, options = {}) {
      const listing = createBackupListing()
      for (let page = 1; ; page += 1) {
        const below = `/backups?page=${page}&per_page=${perPage}`
        const read = await readServer(identifier, { operation: 'backups', below }, options)
        if (!read.ok) return read
        const collection = readCollection(read.value.json)
        if (collection === null) return malformed(read.value.answer)
        if (!listing.take(collection, read.value.answer.hideToken)) return ok(listing.list())
      }
    },

    async one(identifier, id, options = {}) {
      const read = await readServer(identifier, { operation: 'backup', below: at(id) }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const backup = readBackup(json, answer.hideToken)
      return backup?.id === id ? ok(backup) : malformed(answer)
    },

    async create(identifier, { name, isLocked }, options = {}) {
      const body = { ...(name !== null && { name }), is_locked: isLocked }
      const call = { operation: 'backup-create', method: 'POST', below: '/backups', body } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok(told(answer.value)) : answer
    },

    async toggleLock(identifier, id, options = {}) {
      const call = { operation: 'backup-lock', method: 'POST', below: at(id, '/lock') } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok(told(answer.value)) : answer
    },

    async rename(identifier, id, name, options = {}) {
      const call = { operation: 'backup-rename', method: 'PUT', below: at(id, '/rename'), body: { name } } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },

    async remove(identifier, id, options = {}) {
      const call = { operation: 'backup-delete', method: 'DELETE', below: at(id) } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },

    async restore(identifier, id, truncate, options = {}) {
      const body = { truncate }
      const call = { operation: 'backup-restore', method: 'POST', below: at(id, '/restore'), body } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },

    async restores(identifier, options = {}) {
      const read = await readServer(identifier, { operation: 'activity', below: activityOfRestores }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const entries = readRestoreEntries(json, answer.hideToken)
      return entries === null ? malformed(answer) : ok(entries)
    },

    async link(identifier, id, options = {}) {
      const read = await readServer(identifier, { operation: 'backup', below: at(id, '/download') }, options)
      if (!read.ok) return read
      const url = readLink(read.value.json)
      return url === null ? malformed(read.value.answer) : parseDownloadAddress(url, panelBaseUrl)
    },
  }
}
