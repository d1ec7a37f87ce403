import type { Backup } from '../../shared/model/backup.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

/** The backup that an id, or its beginning, names. */
export function namedBackup(backups: readonly Backup[], typed: string): Result<Backup> {
  const fitting = backups.filter(({ id }) => id.toLowerCase().startsWith(typed))
  const [backup] = fitting
  if (backup === undefined) return fail('backup-not-found', { hint: 'Run backup list to see the backups.' })
  if (fitting.length === 1) return ok(backup)
  return fail('invalid-request', { message: 'Several backups begin with that ID.', hint: 'Give more of it.' })
}
