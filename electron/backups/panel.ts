import { z } from 'zod'
import { maxBackups, newestFirst } from '../../shared/backups/backups.ts'
import { type Backup, type BackupId, type BackupList, backupIdSchema } from '../../shared/backups/contract.ts'
import { maxRestoreEntries } from '../../shared/backups/restore.ts'
import { safeText } from '../../shared/model/text.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { AtServer } from '../panel/at-server.ts'
import { count, countOf, flag, moment, readCollection, readOne } from '../panel/entry.ts'
import { parseDownloadAddress } from '../panel/machine-address.ts'
import { type PanelEvent, readActivity } from '../panel-activity/panel.ts'

/*
 * The backups of a server on its panel (the panel's API, part 2, *Backups*). No change is sent twice, except a rename or a
 * deletion that the panel's rate limit refused. Errors beside the usual: `not-on-panel` for a panel without backups,
 * `backup-not-found`, `backup-limit`, `backup-locked`; `rate-limited` with the time of its end.
 */

const isNothing = (value: unknown) => value === null || value === undefined

/** A time; NaN for one that can't be read, which is no sign of being unfinished. */
const completion = z.unknown().transform((value) => (isNothing(value) ? null : (moment.parse(value) ?? Number.NaN)))

/** The state that the fields tell. */
function stateOf(completedAt: number | null, isSuccessful: boolean | null): Backup['state'] {
  if (isSuccessful === null || Number.isNaN(completedAt)) return 'unknown'
  if (completedAt === null) return isSuccessful ? 'unknown' : 'pending'
  return isSuccessful ? 'good' : 'failed'
}

/** One that can't be named, or does not tell whether it is locked, is none: nothing could be done to it safely. */
const entry = z
  .object({
    uuid: backupIdSchema,
    name: z
      .string()
      .transform((name) => safeText(name))
      .catch(''),
    is_locked: flag.pipe(z.boolean()),
    is_successful: flag,
    completed_at: completion.optional(),
    created_at: moment,
    is_scheduled: flag,
    bytes: count.nullable().catch(null),
    /** `sha1:` and 40 hex digits, as machines of both dialects write it. */
    checksum: z
      .string()
      .regex(/^sha1:[0-9a-f]{40}$/i)
      .nullable()
      .catch(null),
  })
  .transform((fields): Backup => {
    const completedAt = fields.completed_at ?? null
    const state = stateOf(completedAt, fields.is_successful)
    return {
      id: fields.uuid,
      name: fields.name || 'Unnamed backup',
      state,
      isLocked: fields.is_locked,
      bytes: state === 'good' ? fields.bytes : null,
      sha1: fields.checksum?.slice('sha1:'.length).toLowerCase() ?? null,
      createdAt: fields.created_at,
      completedAt: Number.isNaN(completedAt) ? null : completedAt,
      isScheduled: fields.is_scheduled,
    }
  })

/** A page of the list, with null for each entry that could not be read. */
function readPage(json: unknown) {
  const collection = readCollection(json)
  if (collection === null) return null
  const { entries, meta, total, totalPages } = collection
  const backups = entries.slice(0, maxBackups).map((fields) => entry.safeParse(fields).data ?? null)
  return { backups, beyond: entries.length - backups.length, total, totalPages, counted: countOf(meta.backup_count) }
}

/** The most that a panel gives of one page. */
const perPage = 50

/** The backups of a server, newest first: up to the last page, or until there are more than are kept. */
export async function listBackups(server: AtServer): Promise<Result<BackupList>> {
  const known = new Map<BackupId, Backup>()
  let counted: number | null = null
  let [entries, unusable] = [0, 0]
  for (let page = 1; ; page += 1) {
    const read = await server.read('backups', `/backups?page=${page}&per_page=${perPage}`, readPage)
    if (!read.ok) return read
    const { backups, beyond, total, totalPages } = read.value
    const before = known.size
    const usable = backups.filter((backup) => backup !== null)
    for (const backup of usable) known.set(backup.id, backup)
    if (page === 1) counted = read.value.counted
    entries += backups.length + beyond
    unusable += backups.length + beyond - usable.length
    // Without anything new the panel repeats itself, and has no more.
    const hasNews = known.size > before
    if (hasNews && page < totalPages && known.size < maxBackups) continue
    const unread = !hasNews && page > 1 ? 0 : Math.max(0, (total ?? 0) - entries)
    return ok({
      backups: newestFirst([...known.values()].slice(0, maxBackups)),
      counted,
      leftOut: unusable + Math.max(0, known.size - maxBackups) + unread,
    })
  }
}

const readEntry = readOne(entry)
const at = (id: BackupId, rest = '') => `/backups/${encodeURIComponent(id)}${rest}`

export const readBackup = (server: AtServer, id: BackupId) =>
  server.read('backup', at(id), (json) => {
    const backup = readEntry(json)
    return backup?.id === id ? backup : null
  })

export type NewBackup = {
  /** Empty for the panel's own choice: the date. */
  readonly name: string
  /** Files to leave out, a pattern a line; empty for what the server's own file says (`.pteroignore`). */
  readonly ignored: string
  /** Silently ignored by the panel where the key may not delete backups: the answer tells. */
  readonly isLocked: boolean
}

/** The new backup, which is not finished; null where the panel's answer does not tell it. */
export const createBackup = (server: AtServer, { name, ignored, isLocked }: NewBackup) => {
  const body = { ...(name !== '' && { name }), ...(ignored !== '' && { ignored }), is_locked: isLocked }
  return server.actAndRead('backup-create', '/backups', readEntry, { body })
}

/** Turns the lock into its opposite; the backup as it is then, null where the answer does not tell it. */
export const toggleLock = (server: AtServer, id: BackupId) =>
  server.actAndRead('backup-lock', at(id, '/lock'), readEntry)

/** On Pelican only. */
export const renameBackup = (server: AtServer, id: BackupId, name: string) =>
  server.act('backup-rename', at(id, '/rename'), { method: 'PUT', body: { name } })

export const removeBackup = (server: AtServer, id: BackupId) =>
  server.act('backup-delete', at(id), { method: 'DELETE' })

/**
 * Puts the backup's files back, in the background; a success says only that it was begun. `truncate` deletes all files
 * first, whether the server runs or not.
 */
export const restoreBackup = (server: AtServer, id: BackupId, truncate: boolean) =>
  server.act('backup-restore', at(id, '/restore'), { body: { truncate } })

/**
 * A link that gives the archive once, within minutes, and wants no key. Error: `download-unsafe` for an address that the
 * app does not go to.
 */
export const linkToBackup = (server: AtServer, id: BackupId) =>
  server.readLink('backup-link', at(id, '/download'), parseDownloadAddress)

/**
 * An entry of a server's activity that tells of a restore; `name` is the backup's, as the list has it, and null where the
 * entry tells none.
 */
export type RestoreEntry = Pick<PanelEvent, 'id' | 'event' | 'at'> & { readonly name: string | null }

/**
 * What the server's activity tells of restores, a page of it. The filter looks for its text anywhere, since one event is
 * spelled with a dot (the panel's API, part 2, *Activity*).
 */
export async function listRestores(server: AtServer): Promise<Result<readonly RestoreEntry[]>> {
  const read = await readActivity(server, { page: 1, perPage: maxRestoreEntries, filter: 'restore' })
  if (!read.ok) return read
  return ok(
    read.value.events.map(({ id, event, at, properties }) => ({
      id,
      event,
      at,
      name: properties.get('name')?.[0] || null,
    })),
  )
}
