import type { Backup } from '../../shared/model/backup.ts'
import type { BackupRequest } from '../../shared/model/backup-run.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { JobEntry } from '../jobs/journal.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackupCalls } from '../panel/backups.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { followBackup } from './follow.ts'
import { type SendToSave, saveFirst, undoSaving } from './save-first.ts'

type Deps = {
  readonly clock: Clock
  readonly backups: Pick<BackupCalls, 'create' | 'list' | 'one'>
  readonly identifier: string
  /** Sends one console command, once. */
  readonly send: SendToSave
  /** The journal's entry of the backup. */
  readonly entry: Pick<JobEntry, 'undo' | 'addUndo' | 'dropUndo'>
  /** Ends when the server has had the time to save. */
  readonly settle: () => Promise<void>
  /** Makes the next look for the end come sooner. */
  readonly onNews?: (listener: () => void) => () => void
  /** Makes room for it at the panel's limit, last of all before the request: an old backup must not go for one that is not made. */
  readonly makeRoom?: (() => Promise<Result<void>>) | undefined
  /** Told that the one request goes out now. */
  readonly onAsking?: () => void
  /** Told that the panel took it; without the backup where its answer did not tell it. */
  readonly onBegun?: (backup: Backup | null) => void
  /** Whether its end is waited for; a server that was told not to save waits for it anyway. */
  readonly waits: boolean
  /** Ends the waits. A request that is out is answered. */
  readonly signal: AbortSignal
  readonly call?: CallOptions
}

/** What was begun without a name is the newest one that is under way. */
async function findBegun({ backups, identifier, signal }: Deps): Promise<Result<Backup>> {
  const list = await backups.list(identifier, { signal })
  const found = list.ok ? list.value.backups.find(({ state }) => state === 'pending') : undefined
  return found === undefined ? fail('backup-not-seen') : ok(found)
}

async function create(deps: Deps, { name, isLocked }: BackupRequest): Promise<Result<Backup | null>> {
  const { backups, identifier, signal, call } = deps
  const room = await deps.makeRoom?.()
  if (room?.ok === false) return room
  if (signal.aborted) return fail('cancelled')
  deps.onAsking?.()
  const created = await backups.create(identifier, { name: name === '' ? null : name, isLocked }, { ...call, signal })
  if (created.ok) deps.onBegun?.(created.value)
  return created
}

async function seeEnd(deps: Deps, created: Backup | null): Promise<Result<Backup>> {
  const begun = created === null ? await findBegun(deps) : ok(created)
  return begun.ok ? followBackup(deps, begun.value.id) : begun
}

/**
 * Makes one backup: has the server save first, makes room, asks the panel once, and looks for the end. The result is the finished
 * backup, or without `waits` the one that was begun, null where the panel did not tell it. Errors: those of
 * `BackupCalls.create` and `makeRoom`, `save-failed`, `backup-failed`, `backup-not-seen`.
 */
export async function makeBackup(deps: Deps, request: BackupRequest): Promise<Result<Backup | null>> {
  try {
    const saved = await saveFirst(request.before, deps)
    if (!saved.ok) return saved
    const created = await create(deps, request)
    if (!created.ok) return created
    if (!deps.waits && deps.entry.undo().length === 0) return created
    return await seeEnd(deps, created.value)
  } finally {
    await undoSaving(deps)
  }
}
