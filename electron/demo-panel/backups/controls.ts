import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { Entries } from '../machine/file-tree.ts'
import { archiveOf } from './archive.ts'
import type { Backup, Throttle } from './backup.ts'
import type { Book } from './book.ts'
import type { BackupTrap, DownloadTrap } from './traps.ts'

/** A backup from before, as tests and the demo's made-up past want it. */
export type GivenBackup = {
  readonly name: string
  /** How long ago it was begun, in milliseconds. */
  readonly agoMs: number
  /** `good` by default. */
  readonly state?: 'good' | 'failed' | 'pending'
  readonly isLocked?: boolean
  readonly isScheduled?: boolean
}

/** What tests and the app can make of the servers' backups. Unknown servers are ignored. */
export type DemoBackups = {
  /** How many backups the server may have: 5 by default, 0 for none. */
  setLimit(identifier: string, backups: number): void
  /** At most so many backups of each server in a time: 2 in 600,000 ms by default, null for any number. */
  setThrottle(throttle: Throttle | null): void
  /** Lets something be wrong with the server's backups from now on, in place of what was; null puts it right. */
  setTrap(identifier: string, trap: BackupTrap | null): void
  /** Lets something be wrong with downloads that begin from now on; null puts it right, and lets go what is held. */
  setDownloadTrap(identifier: string, trap: DownloadTrap | null): void
  /** Makes the next archives of the server larger by so many bytes, which are never held in memory; up to 8 GiB. */
  setArchiveBytes(identifier: string, bytes: number): void
  /** Gives the server a backup from before, after those it has; returns its uuid. Limits do not hold. */
  add(identifier: string, backup: GivenBackup): Promise<string>
}

type Deps = {
  readonly clock: Clock
  readonly bookOf: (identifier: string) => Book | null
  readonly entriesOf: (identifier: string) => Entries
  readonly setThrottle: (throttle: Throttle | null) => void
}

const second = 1_000
/** The size of a file in a tar archive has eleven octal digits. */
const maxArchiveBytes = 8 ** 11 - 1

export function backupControls({ clock, bookOf, entriesOf, setThrottle }: Deps): DemoBackups {
  const lifts = new Map<Book, () => void>()

  return {
    setThrottle,
    setLimit(identifier, backups) {
      const book = bookOf(identifier)
      if (book !== null) book.limit = backups
    },
    setTrap(identifier, trap) {
      const book = bookOf(identifier)
      if (book !== null) book.trap = trap
    },
    setDownloadTrap(identifier, trap) {
      const book = bookOf(identifier)
      if (book === null) return
      lifts.get(book)?.()
      const { promise: lifted, resolve: lift } = Promise.withResolvers<void>()
      lifts.set(book, lift)
      book.downloadTrap = trap === null ? null : { ...trap, lifted }
    },
    setArchiveBytes(identifier, bytes) {
      const book = bookOf(identifier)
      if (book !== null) book.archiveBytes = Math.min(maxArchiveBytes, bytes)
    },
    async add(identifier, given) {
      const book = bookOf(identifier)
      const { state = 'good' } = given
      const createdAt = clock.now() - given.agoMs
      const entries = entriesOf(identifier)
      const backup: Backup = {
        uuid: randomUUID(),
        name: given.name,
        ignored: [],
        isLocked: given.isLocked ?? false,
        isSuccessful: state === 'good',
        isScheduled: given.isScheduled ?? false,
        createdAt,
        completedAt: state === 'pending' ? null : createdAt + 40 * second,
        stored:
          state === 'good'
            ? { entries, archive: await archiveOf({ entries, fillerBytes: book?.archiveBytes ?? 0, at: createdAt }) }
            : null,
      }
      book?.backups.set(backup.uuid, backup)
      return backup.uuid
    },
  }
}
