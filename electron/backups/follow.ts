import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { type Backup, type BackupId, longestBackupMs } from '../../shared/model/backup.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackupCalls } from '../panel/backups.ts'

const second = 1_000
const minute = 60 * second

/** No look comes sooner after another one, in milliseconds, whatever tells of the end. */
const shortestMs = second

/** How far the looks are apart, so long after the begin, in milliseconds: most backups take minutes. */
export function lookEveryMs(elapsedMs: number): number {
  if (elapsedMs < minute) return 5 * second
  return elapsedMs < 10 * minute ? 15 * second : minute
}

type Deps = {
  readonly clock: Clock
  readonly backups: Pick<BackupCalls, 'one'>
  readonly identifier: string
  /**
   * Tells what the machine says over the console, which only makes the next look come sooner. Returns the function that
   * ends it.
   */
  readonly onNews?: (listener: () => void) => () => void
  readonly signal: AbortSignal
}

/** What may be over at the next look: the panel is away, the limit is reached, the server is held. */
function mayPass({ code }: AppError): boolean {
  return catalogue[code].recovery !== 'person' && catalogue[code].exit !== 'notFound'
}

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
export async function followBackup(deps: Deps, id: BackupId): Promise<Result<Backup>> {
  const { clock, backups, identifier, signal } = deps
  const beganAt = clock.steady()
  for (let elapsed = 0; elapsed < longestBackupMs; elapsed = clock.steady() - beganAt) {
    if (!(await waitFor(lookEveryMs(elapsed), deps))) return fail('backup-not-seen')
    const read = await backups.one(identifier, id, { priority: 'background', signal })
    if (!read.ok) {
      if (mayPass(read.error)) continue
      return fail('backup-not-seen', { detail: read.error.message })
    }
    if (read.value.state === 'good') return ok(read.value)
    if (read.value.state === 'failed') return fail('backup-failed')
  }
  return fail('backup-not-seen')
}
