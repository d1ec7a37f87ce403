import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/errors.ts'
import { type Backup, type BackupList, isBeingMade, longestBackupMs } from '../../shared/model/backup.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { BegunBackup } from './begun.ts'
import { lookEveryMs, mayPass } from './follow.ts'

/** How long a panel that can't be asked is waited for, in milliseconds. */
const longestWaitMs = 3_600_000
/**
 * The same for a server that is not in the list, or has no key, in milliseconds: they come soon after the start, or are
 * gone.
 */
const longestStartMs = 10 * 60_000
/** The same for a backup that the panel no longer makes by now, whatever became of it, in milliseconds. */
const longestLateMs = 60_000
/**
 * How far the clocks of panel and computer may be apart, in milliseconds, for a backup to be the one that was asked
 * for.
 */
const apartMs = 2 * 60_000

type Deps = {
  readonly clock: Clock
  /** Reads the server's backups, as background work. */
  readonly list: () => Promise<Result<BackupList>>
  readonly signal: AbortSignal
}

const notBegun = { message: 'It is not known whether the panel began the backup.' }
/** What the panel calls a backup for which no name was asked for. */
const panelsName = /^Backup at /

const longestFor = ({ code }: AppError) =>
  code === 'unknown-server' || code === 'unknown-key' ? longestStartMs : longestWaitMs

/**
 * The backups of a server soon after the start of the app, when its list of servers, its key or its token may not be
 * here yet. Errors: those of `list` that do not pass by themselves, or not within `mostMs`; `cancelled`.
 */
export async function listLater({ clock, list, signal }: Deps, mostMs = longestWaitMs): Promise<Result<BackupList>> {
  const beganAt = clock.steady()
  for (;;) {
    const elapsed = clock.steady() - beganAt
    if (!(await clock.sleep(lookEveryMs(elapsed), signal))) return fail('cancelled')
    const read = await list()
    if (read.ok) return read
    // Without a list of servers, a key or its token nothing was asked yet.
    const comesLater = mayPass(read.error) || catalogue[read.error.code].delivery === 'not-sent'
    if (!comesLater || elapsed > Math.min(mostMs, longestFor(read.error))) return read
  }
}

/**
 * The backup that was asked for before the app ended: by its id, else the only one of that time, with the name that was
 * asked for, or one of the panel's own. Null where that is not known: of two that fit none is taken.
 */
export function leftOf(
  backups: readonly Backup[],
  { run: { backupId }, asked, askedAt }: Pick<BegunBackup, 'run' | 'asked' | 'askedAt'>,
): Backup | null {
  if (backupId !== null) return backups.find(({ id }) => id === backupId) ?? null
  const fits = ({ name, createdAt, isScheduled }: Backup) =>
    createdAt !== null &&
    askedAt !== null &&
    Math.abs(createdAt - askedAt) <= apartMs &&
    isScheduled !== true &&
    (asked === '' ? panelsName.test(name) : name === safeText(asked))
  const [first, ...others] = backups.filter(fits)
  return first === undefined || others.length > 0 ? null : first
}

/**
 * Finds a backup that an earlier run of the app asked for. The result is it, finished well or still being made. Errors:
 * `backup-failed`; `backup-not-seen` where the panel does not tell.
 */
export async function findLeft(deps: Deps, left: BegunBackup): Promise<Result<Backup>> {
  const { askedAt, run } = left
  const isLate = askedAt !== null && deps.clock.now() - askedAt > longestBackupMs
  const words = run.backupId === null ? notBegun : {}
  const read = await listLater(deps, isLate ? longestLateMs : longestWaitMs)
  if (!read.ok) return fail('backup-not-seen', { ...words, detail: read.error.message })
  const found = leftOf(read.value.backups, left)
  if (found?.state === 'failed') return fail('backup-failed')
  const isKnown = found?.state === 'good' || (found !== null && isBeingMade(found, deps.clock.now()))
  return found !== null && isKnown ? ok(found) : fail('backup-not-seen', found === null ? words : {})
}
