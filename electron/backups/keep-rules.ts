import type { Backup, BackupId, BackupsOfServer } from '../../shared/backups/contract.ts'
import { placesMissing, planKeep } from '../../shared/backups/keep.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { KeepRule } from '../../shared/model/preferences-schema.ts'
import { systemZone } from '../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { CallOptions } from '../panel/call-options.ts'

export type KeepCalls = {
  /** Reads the server's backups anew. */
  readonly look: (ref: ServerRef, priority: CallOptions['priority']) => Promise<Result<BackupsOfServer>>
  /** The backups that are being downloaded or restored now. */
  readonly held: (ref: ServerRef) => ReadonlySet<BackupId>
  /** Deletes one that is not locked, by one request. */
  readonly remove: (ref: ServerRef, id: BackupId) => Promise<Result<void>>
}

type Options = {
  /** No more goes than leaves a place for the next backup, and none where none may be made any more. */
  readonly makesRoom: boolean
  /** Nothing is deleted any more once it is false. */
  readonly isWanted: () => boolean
  /** Called with the name of each that was deleted. */
  readonly onDeleted: (name: string) => void
}

/** Why no more is deleted; what the panel said stands behind it. */
function stopped({ message, hint, detail, mayHaveActed }: AppError): Result<never> {
  const what = mayHaveActed
    ? 'It is not known whether the keep rule deleted an old backup.'
    : 'The keep rule could not delete an old backup.'
  return fail('keep-rule-stopped', { message: `${what} ${message}`, hint, ...(detail !== undefined && { detail }) })
}

/**
 * Sends one deletion; how many went by it: none where somebody else was first. A panel that still lists what it was told
 * to delete is not told again.
 */
async function removeOnce(
  { remove }: KeepCalls,
  ref: ServerRef,
  { id, name }: Backup,
  sent: Set<BackupId>,
  onDeleted: Options['onDeleted'],
): Promise<Result<0 | 1>> {
  if (sent.has(id)) return fail('keep-rule-stopped')
  sent.add(id)
  const removed = await remove(ref, id)
  if (removed.ok) onDeleted(name)
  else if (removed.error.code !== 'backup-not-found') return stopped(removed.error)
  return ok(removed.ok ? 1 : 0)
}

/** What goes by the rule now, oldest first. */
function dueOf(held: ReadonlySet<BackupId>, rule: KeepRule, seen: BackupsOfServer, makesRoom: boolean): BackupId[] {
  const { backups, limit, denied } = seen
  if (denied.includes('delete') || (makesRoom && limit === 0)) return []
  const { go } = planKeep(backups, rule, systemZone(), null, held)
  return makesRoom ? go.slice(0, placesMissing(seen, limit)) : go
}

/**
 * Deletes old backups of a server by its keep rule: oldest first, and never more than the first look found. Each goes out
 * once, after a look of its own, one after the other; the first failure ends it. Room is never made before the new one is
 * good: no list tells whether a panel will make it, since the deleted ones count for its throttle too (seen). Errors:
 * `keep-rule-stopped`, `cancelled`, and those of a list that can't be read, after which nothing was sent.
 */
export async function deleteByRule(
  calls: KeepCalls,
  ref: ServerRef,
  rule: KeepRule,
  { makesRoom, isWanted, onDeleted }: Options,
): Promise<Result<void>> {
  const sent = new Set<BackupId>()
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const seen = await calls.look(ref, 'background')
    if (!isWanted()) return fail('cancelled')
    if (!seen.ok) return sent.size === 0 ? seen : stopped(seen.error)
    const due = dueOf(calls.held(ref), rule, seen.value, makesRoom)
    left = Math.min(left, due.length)
    const next = seen.value.backups.find(({ id }) => id === due[0])
    if (next === undefined) return ok()
    const removed = await removeOnce(calls, ref, next, sent, onDeleted)
    if (!removed.ok) return removed
    left -= removed.value
  }
  return ok()
}
