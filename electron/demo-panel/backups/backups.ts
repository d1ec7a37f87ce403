import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { DaemonRefusals, Dialect } from '../http/dialect.ts'
import { refusal } from '../http/envelope.ts'
import { refuse } from '../http/refused.ts'
import { withHeaders } from '../http/reply.ts'
import { wallTime } from '../http/zoned-time.ts'
import type { Entries, Files } from '../machine/file-tree.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { createTimers } from '../machine/timers.ts'
import type { Download } from '../panel/transfers.ts'
import { type Archive, archiveOf } from './archive.ts'
import type { Archiver } from './archiver.ts'
import {
  type Backup,
  counts,
  failed,
  isPending,
  oldestUnlocked,
  type Throttle,
  throttledFor,
  usualThrottle,
} from './backup.ts'
import { type Book, newBook, prune } from './book.ts'
import { ignoreFileOf, linesOf, withoutIgnored } from './ignored.ts'
import type { Report } from './report.ts'
import { createRestores } from './restores.ts'

type Deps = {
  readonly clock: Clock
  readonly dialect: Dialect
  /** The panel's own zone, in which it names backups. */
  readonly timeZone: string
  readonly files: Files
  readonly daemon: DaemonRefusals
  readonly isNodeUp: () => boolean
  /** How long a backup takes, and a restore once the server is offline, in milliseconds. */
  readonly backupMs: number
  readonly report: Report
  readonly archiver: Archiver
}

/** What is asked of a backup. */
export type Wish = {
  /** Null for a name made of the time. */
  readonly name: string | null
  /** Lines that say what is left out; null for those of the server's own file. */
  readonly ignored: string | null
  readonly isLocked: boolean
  /** A schedule asks, for which the oldest one that is not locked makes room. */
  readonly isScheduled: boolean
}

/** A backup from before. */
export type GivenBackup = {
  readonly name: string
  /** How long ago it was begun, in milliseconds. */
  readonly agoMs: number
  /** `good` by default. */
  readonly state?: 'good' | 'failed' | 'pending'
  readonly isLocked?: boolean
  readonly isScheduled?: boolean
}

export type Backups = ReturnType<typeof createBackups>

/** How long one from before took, in milliseconds. */
const usualMs = 40_000

const notOnNode = 'The requested resources was not found on the system'

/** The backups of all servers: what the panel knows of them, and what the node does (the panel's API, *Backups*). */
export function createBackups(deps: Deps) {
  const { clock, dialect, files, daemon, report, backupMs, isNodeUp, archiver } = deps
  const books = perServer(newBook)
  const restores = createRestores({ clock, files, restoreMs: backupMs, report })
  const jobs = createTimers(clock)
  let throttle: Throttle | null = usualThrottle

  function bookOf(server: LiveServer): Book {
    const book = books(server)
    prune(book, clock.now())
    return book
  }

  /** Those that count for the throttle: the deleted ones as well, on one of the two panels. */
  const made = ({ backups, deleted }: Book) =>
    [...backups.values(), ...(dialect === 'pterodactyl' ? deleted : [])].filter(counts)

  function refuseTooMany(book: Book) {
    const seconds = throttle === null ? null : throttledFor(made(book), throttle, clock.now())
    if (throttle === null || seconds === null) return
    const { backups, windowMs } = throttle
    const text = `Only ${backups} backups may be generated within a ${windowMs / 1000} second span of time.`
    refuse(withHeaders(refusal.tooMany(text), { 'retry-after': String(seconds) }))
  }

  /** Makes room at the limit where the wish allows that. */
  function makeRoom(server: LiveServer, book: Book, { isScheduled }: Wish) {
    const counted = [...book.backups.values()].filter(counts)
    if (counted.length < book.limit) return
    const oldest = isScheduled && book.limit > 0 ? oldestUnlocked(counted) : null
    const detail = `Cannot create a new backup, this server has reached its limit of ${book.limit} backups.`
    remove(server, oldest ?? refuse(refusal.limitReached('TooManyBackupsException', detail)))
  }

  function create(server: LiveServer, wish: Wish): Backup {
    const book = bookOf(server)
    refuseTooMany(book)
    makeRoom(server, book, wish)
    if (!isNodeUp()) refuse(daemon.unreachable())
    const now = clock.now()
    const backup: Backup = {
      uuid: randomUUID(),
      name: wish.name ?? `Backup at ${wallTime(now, deps.timeZone)}`,
      ignored: wish.ignored === null ? [] : linesOf(wish.ignored),
      isLocked: wish.isLocked,
      isSuccessful: false,
      isScheduled: wish.isScheduled,
      createdAt: now,
      completedAt: null,
      stored: null,
    }
    book.backups.set(backup.uuid, backup)
    work(server, book, backup)
    return backup
  }

  /** The node's part: it archives the files as they are, and reports to the panel. */
  function work(server: LiveServer, book: Book, { uuid, ignored, createdAt }: Backup) {
    const all = files(server).entries()
    const entries = withoutIgnored(all, ignored.length > 0 ? ignored : ignoreFileOf(all, dialect))
    const packing = archiver.pack(server, { entries, fillerBytes: 0, at: createdAt })
    jobs.after(backupMs, () => void finish(server, book, uuid, entries, packing))
  }

  async function finish(
    server: LiveServer,
    book: Book,
    uuid: string,
    entries: Entries,
    packing: Promise<Archive | null>,
  ) {
    const archive = await packing
    const backup = book.backups.get(uuid)
    if (backup === undefined || !isPending(backup) || !isNodeUp()) return
    const completedAt = clock.now()
    const done: Backup =
      archive === null
        ? failed(backup, completedAt)
        : { ...backup, isSuccessful: true, completedAt, stored: { archive, entries } }
    book.backups.set(uuid, done)
    report.record(server, `server:backup.${done.isSuccessful ? 'complete' : 'fail'}`, { name: done.name })
    report.tell(server, { event: 'backup completed', args: [JSON.stringify(outcomeOf(done))] })
  }

  function remove(server: LiveServer, backup: Backup) {
    if (backup.isLocked && backup.isSuccessful) {
      refuse(refusal.limitReached('BackupLockedException', 'Cannot delete a backup that is marked as locked.'))
    }
    const needsNode = dialect === 'pterodactyl' || backup.isSuccessful
    if (needsNode && !isNodeUp()) refuse(daemon.unreachable())
    const book = bookOf(server)
    book.backups.delete(backup.uuid)
    book.deleted.push(backup)
  }

  /** Deletes the server's files first where that is asked for, as the node does, and only then looks for the archive. */
  function restore(server: LiveServer, backup: Backup, truncate: boolean) {
    if (isPending(backup)) {
      refuse(refusal.badRequest('This backup cannot be restored at this time: not completed or failed.'))
    }
    if (!isNodeUp()) refuse(daemon.unreachable())
    if (restores.isRunning(server)) refuse(daemon.refused(409, 'This server is currently being restored'))
    if (truncate) files(server).replaceAll(new Map())
    const stored = backup.stored === null ? 'lost' : archiver.unpack(server, backup.stored)
    if (stored === 'lost') return refuse(daemon.refused(404, notOnNode))
    server.setRestoring(true)
    restores.start(server, backup, stored === 'damaged' ? null : stored)
  }

  /** Gives the server a backup from before, after those it has; returns its uuid. Limits do not hold. */
  async function add(server: LiveServer, given: GivenBackup, fillerBytes = 0): Promise<string> {
    const { state = 'good', name, isLocked = false, isScheduled = false } = given
    const createdAt = clock.now() - given.agoMs
    const entries = files(server).entries()
    const backup: Backup = {
      uuid: randomUUID(),
      name,
      ignored: [],
      isLocked,
      isSuccessful: state === 'good',
      isScheduled,
      createdAt,
      completedAt: state === 'pending' ? null : createdAt + usualMs,
      stored: state === 'good' ? { entries, archive: await archiveOf({ entries, fillerBytes, at: createdAt }) } : null,
    }
    books(server).backups.set(backup.uuid, backup)
    return backup.uuid
  }

  return {
    create,
    remove,
    restore,
    /** All of a server, oldest first. */
    list: (server: LiveServer): readonly Backup[] => [...bookOf(server).backups.values()],
    find: (server: LiveServer, uuid: string): Backup | null => bookOf(server).backups.get(uuid) ?? null,
    /** How many the server may have. */
    limitOf: (server: LiveServer): number => books(server).limit,
    /** Changes what the panel alone keeps of a backup. */
    change(server: LiveServer, backup: Backup, changes: Partial<Pick<Backup, 'name' | 'isLocked'>>): Backup {
      const changed = { ...backup, ...changes }
      bookOf(server).backups.set(backup.uuid, changed)
      return changed
    },
    /** The archive as the node gives it; null where it has none. */
    open(server: LiveServer, uuid: string): Download | null {
      const archive = bookOf(server).backups.get(uuid)?.stored?.archive
      return archive === undefined ? null : { name: `${uuid}.tar.gz`, bytes: archive.bytes, parts: archive.parts }
    },
    add,
    setLimit(server: LiveServer, backups: number) {
      books(server).limit = backups
    },
    /** At most so many backups of each server in a time; null for any number. */
    setThrottle(next: Throttle | null) {
      throttle = next
    },
    /** The node ended: backups under way stay pending, restores are reported once it is back. */
    nodeEnded() {
      jobs.cancelAll()
      restores.cutOff()
    },
    nodeBooted: restores.booted,
    dispose() {
      jobs.cancelAll()
      restores.dispose()
    },
  }
}

function outcomeOf({ uuid, isSuccessful, stored }: Backup) {
  return {
    uuid,
    is_successful: isSuccessful,
    checksum: stored?.archive.sha1 ?? '',
    checksum_type: 'sha1',
    file_size: stored?.archive.bytes ?? 0,
  }
}
