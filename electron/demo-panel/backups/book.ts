import { type Backup, failed, isPending, pruneAgeMs } from './backup.ts'

/** What the panel keeps of a server's backups. */
export type Book = {
  /** Oldest first. */
  readonly backups: Map<string, Backup>
  /** Those that were deleted, for as long as they count for the throttle. */
  deleted: Backup[]
  limit: number
}

/** As the panel's seed servers have it. */
const usualLimit = 5
/** Failed ones are free, so that there would be no bound. */
const maxFailed = 100
const forgetMs = 24 * 3_600_000

export function newBook(): Book {
  return { backups: new Map(), deleted: [], limit: usualLimit }
}

/** Marks as failed what was never completed, as a job of the panel does, and forgets what is past its use. */
export function prune(book: Book, now: number) {
  for (const backup of [...book.backups.values()]) {
    const dueAt = backup.createdAt + pruneAgeMs
    if (isPending(backup) && dueAt <= now) book.backups.set(backup.uuid, failed(backup, dueAt))
  }
  const old = [...book.backups.values()].filter((backup) => !isPending(backup) && !backup.isSuccessful)
  for (const { uuid } of old.slice(0, Math.max(0, old.length - maxFailed))) book.backups.delete(uuid)
  book.deleted = book.deleted.filter(({ createdAt }) => createdAt > now - forgetMs)
}
