import type { AppError } from '../../shared/error-schema.ts'
import type { Compressed, FileEntry, FileList, FileWork, Pulled } from '../../shared/files/contract.ts'
import { type FileName, type FilePath, isSameStamp, pathIn } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { alreadyThere, entryAt, listWith } from './entries.ts'
import type { ServerFiles } from './panel.ts'
import { areSame, untilUnchanged } from './until-unchanged.ts'

/** True where nobody knows whether the machine is still at work; where it has answered, it is not. */
const mayGoOn = ({ code, mayHaveActed }: AppError) => mayHaveActed === true && code !== 'file-refused'

/** How machines name the archives that they make: by the time (the panel's API, part 2, *Compress / decompress*). */
const archiveName = /^archive-\d{4}-\d\d-\d\dT\d{6}(?:Z|[+-]\d{4})\.tar\.gz$/i

/**
 * The archives that are new since a look. Whatever else is new there, the game may have written, and nobody is to take it
 * for an archive of ours, which is deleted after its download.
 */
function newArchives(before: FileList, after: FileList): FileEntry[] {
  const old = new Set(before.entries.map(({ name }) => name))
  return after.entries.filter(({ name, isFile }) => isFile && archiveName.test(name) && !old.has(name))
}

/** The one archive that came; null where another one came as well, since nobody knows then which is which. */
const onlyOne = (archives: readonly FileEntry[]): FileName | null =>
  archives.length === 1 ? (archives[0]?.name ?? null) : null

/**
 * Packs things of a folder. A connection that is cut meanwhile says nothing of the machine, so the folder is watched then
 * until the archive grows no more.
 */
export async function compress(
  files: ServerFiles,
  clock: Clock,
  folder: FilePath,
  names: readonly FileName[],
): Promise<Result<Compressed>> {
  const before = await listWith(files, folder, names)
  if (!before.ok) return before
  const made = await files.compress(folder, names)
  const look = async () => {
    const after = await files.list(folder)
    return after.ok ? ok(newArchives(before.value, after.value)) : after
  }
  if (made.ok) {
    if (made.value !== null) return ok({ end: 'done', name: made.value })
    const seen = await look()
    return ok({ end: 'done', name: seen.ok ? onlyOne(seen.value) : null })
  }
  if (!mayGoOn(made.error)) return made
  const archives = await untilUnchanged({ clock, signal: files.signal, look })
  // One that still grows is none yet: nobody is to download, and then delete, a part of it.
  return archives?.end === 'rest' ? ok({ end: 'seen', name: onlyOne(archives.seen) }) : made
}

/** Unpacks an archive into its folder; watched as above where the connection is cut. */
export async function decompress(
  files: ServerFiles,
  clock: Clock,
  folder: FilePath,
  name: FileName,
): Promise<Result<FileWork>> {
  const before = await listWith(files, folder, [name])
  if (!before.ok) return before
  const done = await files.decompress(folder, name)
  if (done.ok) return ok({ end: 'done' })
  if (!mayGoOn(done.error)) return done
  const rest = await untilUnchanged({
    clock,
    signal: files.signal,
    look: async () => {
      const after = await files.list(folder)
      return after.ok ? ok(areSame(before.value.entries, after.value.entries) ? [] : after.value.entries) : after
    },
    // A game that writes into the folder meanwhile keeps it from ever coming to rest.
    longestMs: 15 * 60_000,
  })
  return rest === null || rest.end === 'lost' ? done : ok({ end: 'seen' })
}

/** A file shows within this time where a machine fetches one, in milliseconds. */
const fetchBeginMs = 60_000

type Pull = {
  readonly folder: FilePath
  readonly url: string
  readonly name: FileName
  readonly overwrites: boolean
}

/**
 * Has the machine fetch a file, and watches for it: no panel tells what becomes of it (the panel's API, part 2, *Pull*).
 * Errors: `file-exists`, `pull-not-seen`.
 */
export async function pull(files: ServerFiles, clock: Clock, order: Pull): Promise<Result<Pulled>> {
  const { folder, name, url, overwrites } = order
  const path = pathIn(folder, name)
  const before = await entryAt(files, path)
  if (!before.ok) return before
  if (before.value !== null && !(overwrites && before.value.isFile)) return alreadyThere(name)
  const begun = await files.pull(folder, { url, name })
  if (!begun.ok) return begun
  const came = await untilUnchanged({
    clock,
    signal: files.signal,
    look: async () => {
      const now = await entryAt(files, path)
      if (!now.ok) return now
      const isNew = now.value !== null && !(before.value && isSameStamp(now.value, before.value))
      return ok(isNew ? [now.value] : [])
    },
    beginMs: fetchBeginMs,
  })
  if (came === null) return fail(files.signal?.aborted ? 'cancelled' : 'pull-not-seen')
  return ok({ name, bytes: came.seen[0]?.size ?? null })
}
