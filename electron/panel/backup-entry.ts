import { type Backup, maxBackups, newestFirst, stateOfBackup } from '../../shared/model/backup.ts'
import { backupIdSchema } from '../../shared/model/backup-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { attributesOf, type Collection, countOf, flagOf } from './collection.ts'
import { readMoment } from './foreign-time.ts'
import type { Fields } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

/** `sha1:` and 40 hex digits, as machines of both dialects write it. */
const sha1 = /^sha1:([0-9a-f]{40})$/i

/**
 * A backup by its attributes (the panel's API, part 2, *Backups*); null for one that can't be named, or does not tell
 * whether it is locked: nothing could be done to it safely.
 */
function backupOf(fields: Fields, hideToken: HideToken): Backup | null {
  const id = backupIdSchema.safeParse(fields.uuid)
  const isLocked = flagOf(fields.is_locked)
  if (!id.success || isLocked === null) return null
  const completedAt = readMoment(fields.completed_at)
  // A time that can't be read is no sign of being unfinished.
  const isUnreadable = completedAt === null && fields.completed_at !== null && fields.completed_at !== undefined
  const isSuccessful = isUnreadable ? null : flagOf(fields.is_successful)
  const state = stateOfBackup({ completedAt, isSuccessful })
  const digest = typeof fields.checksum === 'string' ? sha1.exec(fields.checksum)?.[1] : undefined
  return {
    id: id.data,
    name: hideToken((typeof fields.name === 'string' && safeText(fields.name)) || 'Unnamed backup'),
    state,
    isLocked,
    bytes: state === 'good' ? countOf(fields.bytes) : null,
    sha1: digest?.toLowerCase() ?? null,
    createdAt: readMoment(fields.created_at),
    completedAt,
    isScheduled: flagOf(fields.is_scheduled),
  }
}

/** Reads the answer about one backup; null for anything else. */
export function readBackup(answer: unknown, hideToken: HideToken): Backup | null {
  const fields = attributesOf(answer)
  return fields && backupOf(fields, hideToken)
}

/** Reads the answer that names a link, `{attributes:{url}}`; null for anything else. */
export function readLink(answer: unknown): string | null {
  const url = attributesOf(answer)?.url
  return typeof url === 'string' ? url : null
}

/** The backups of a server as its pages bring them. */
export function createBackupListing() {
  const known = new Map<string, Backup>()
  let [pages, entries, unusable, beyond] = [0, 0, 0, 0]
  let counted: number | null = null

  function add(fields: Fields | null, hideToken: HideToken): void {
    const backup = fields && backupOf(fields, hideToken)
    if (backup === null) unusable += 1
    else if (known.has(backup.id) || known.size < maxBackups) known.set(backup.id, backup)
    else beyond += 1
  }

  return {
    /** Takes the next page, the first one first; true while there is more to read. */
    take(page: Collection, hideToken: HideToken): boolean {
      pages += 1
      entries += page.entries.length
      if (pages === 1) counted = countOf(page.meta.backup_count)
      const before = known.size
      for (const fields of page.entries) add(fields, hideToken)
      // Without anything new the panel repeats itself, and has no more.
      const isNew = known.size > before
      if (isNew && pages < page.totalPages && known.size < maxBackups) return true
      if (isNew || pages === 1) beyond += Math.max(0, (page.total ?? 0) - entries)
      return false
    },
    list: () => ({ backups: newestFirst([...known.values()]), counted, leftOut: unusable + beyond }),
  }
}
