import { longestBackupMs } from '../../shared/backups/backups.ts'
import type { Backup, BackupId, BackupList, BackupRequest } from '../../shared/backups/contract.ts'
import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { because } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewBackup } from './panel.ts'
import { type Saving, saveFirst, undoSaving } from './saving.ts'

type Deps = Saving & {
  readonly clock: Clock
  /** The panel's calls about the server. */
  readonly backups: {
    create(backup: NewBackup): Promise<Result<Backup | null>>
    list(): Promise<Result<BackupList>>
    one(id: BackupId): Promise<Result<Backup>>
  }
  /**
   * Tells what the machine says over the console, which only makes the next look for the end come sooner. Returns the
   * function that ends it.
   */
  readonly onNews?: (listener: () => void) => () => void
  /** Told that the one request goes out now. */
  readonly onAsking?: () => void
  /** Told that the panel took it; without the backup where its answer did not tell it. */
  readonly onBegun?: (backup: Backup | null) => void
  /** Whether its end is waited for; a server that was told not to save waits for it anyway. */
  readonly waits: boolean
}

const second = 1_000
const minute = 60 * second

/** No look comes sooner after another one, in milliseconds, whatever tells of the end. */
const shortestMs = second

/** How far the looks are apart, so long after the begin, in milliseconds: most backups take minutes. */
export function lookEveryMs(elapsedMs: number): number {
  if (elapsedMs < minute) return 5 * second
  return elapsedMs < 10 * minute ? 15 * second : minute
}

/** What may be over at the next look: the panel is away, the limit is reached, the server is held. */
const mayPass = ({ code }: AppError): boolean =>
  catalogue[code].recovery !== 'person' && catalogue[code].exit !== 'notFound'

/** Waits; shorter where there is news. False where it was given up. */
async function waitFor(ms: number, { clock, onNews, signal }: Deps): Promise<boolean> {
  const news = new AbortController()
  const unsubscribe = onNews?.(() => news.abort())
  const slept = await clock.sleep(ms, AbortSignal.any([signal, news.signal]))
  unsubscribe?.()
  return slept || (!signal.aborted && (await clock.sleep(shortestMs, signal)))
}

/**
 * Looks until a backup is finished, at the pace of background work: no API tells its progress. The result is the
 * finished backup, good or `backup-failed`; `backup-not-seen` where its end was not seen, with the reason.
 */
async function followBackup(deps: Deps, id: BackupId): Promise<Result<Backup>> {
  const { clock, backups } = deps
  const beganAt = clock.steady()
  for (let elapsed = 0; elapsed < longestBackupMs; elapsed = clock.steady() - beganAt) {
    if (!(await waitFor(lookEveryMs(elapsed), deps))) return fail('backup-not-seen')
    const read = await backups.one(id)
    if (!read.ok) {
      if (mayPass(read.error)) continue
      return fail('backup-not-seen', because('backup-not-seen', read.error))
    }
    if (read.value.state === 'good') return ok(read.value)
    if (read.value.state === 'failed') return fail('backup-failed')
  }
  return fail('backup-not-seen')
}

/** What was begun without a name is the newest one that is under way. */
async function findBegun({ backups }: Deps): Promise<Result<Backup>> {
  const list = await backups.list()
  const found = list.ok ? list.value.backups.find(({ state }) => state === 'pending') : undefined
  return found === undefined ? fail('backup-not-seen') : ok(found)
}

async function create(deps: Deps, { name, isLocked, ignored }: BackupRequest): Promise<Result<Backup | null>> {
  if (deps.signal.aborted) return fail('cancelled')
  deps.onAsking?.()
  const created = await deps.backups.create({ name, isLocked, ignored })
  if (created.ok) deps.onBegun?.(created.value)
  return created
}

async function seeEnd(deps: Deps, created: Backup | null): Promise<Result<Backup>> {
  const begun = created === null ? await findBegun(deps) : ok(created)
  return begun.ok ? followBackup(deps, begun.value.id) : begun
}

/**
 * Makes one backup: has the server save first, asks the panel once, and looks for the end. The result is the
 * finished backup, or without `waits` the one that was begun, null where the panel did not tell it. Errors: those of
 * `createBackup`, `save-failed`, `backup-failed`, `backup-not-seen`.
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
