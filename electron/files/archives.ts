import type { AppError } from '../../shared/errors.ts'
import {
  type Compressed,
  type FileEntry,
  type FileList,
  type FileName,
  type FilePath,
  type FileWork,
  isSameStamp,
} from '../../shared/model/file.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { listAt, listWith, type Place } from './place.ts'
import { untilRest } from './rest.ts'

/** Something shows within this time where a machine goes on after the connection was cut, in milliseconds. */
const beginMs = 20_000

/** True where nobody knows whether the machine is still at work; where it has answered, it is not. */
const mayGoOn = ({ code, mayHaveActed }: AppError) => mayHaveActed === true && code !== 'file-refused'

/** How machines name the archives that they make (the panel's API, part 2, *Compress / decompress*). */
const archiveName = /^archive-.*\.tar\.gz$/i

/** The archive that is new since a look; null while there is none. */
function newArchive(before: FileList, after: FileList): FileEntry | null {
  const old = new Set(before.entries.map(({ name }) => name))
  const fresh = after.entries.filter(({ name, isFile }) => isFile && !old.has(name))
  return fresh.find(({ name }) => archiveName.test(name)) ?? fresh[0] ?? null
}

/**
 * Packs things of a folder. A connection that is cut meanwhile says nothing of the machine, so the folder is watched then
 * until the archive grows no more.
 */
export async function compress(
  place: Place,
  clock: Clock,
  folder: FilePath,
  names: readonly FileName[],
): Promise<Result<Compressed>> {
  const before = await listWith(place, folder, names)
  if (!before.ok) return before
  const made = await place.files.compress(place.identifier, folder, names, place.options)
  const look = async () => {
    const after = await listAt(place, folder)
    return after.ok ? ok(newArchive(before.value, after.value)) : after
  }
  if (made.ok) {
    if (made.value !== null) return ok({ end: 'done', name: made.value })
    const seen = await look()
    return ok({ end: 'done', name: seen.ok ? (seen.value?.name ?? null) : null })
  }
  if (!mayGoOn(made.error)) return made
  const { signal } = place.options
  const archive = await untilRest({ clock, signal, look, isSame: isSameStamp, beginMs })
  return archive === null ? made : ok({ end: 'seen', name: archive.name })
}

const isSameList = (a: FileList, b: FileList) =>
  a.entries.length === b.entries.length &&
  a.entries.every((entry, at) => {
    const other = b.entries[at]
    return other !== undefined && other.name === entry.name && isSameStamp(other, entry)
  })

/** Unpacks an archive into its folder; watched as above where the connection is cut. */
export async function decompress(
  place: Place,
  clock: Clock,
  folder: FilePath,
  name: FileName,
): Promise<Result<FileWork>> {
  const before = await listWith(place, folder, [name])
  if (!before.ok) return before
  const done = await place.files.decompress(place.identifier, folder, name, place.options)
  if (done.ok) return ok({ end: 'done' })
  if (!mayGoOn(done.error)) return done
  const rest = await untilRest({
    clock,
    signal: place.options.signal,
    look: async () => {
      const after = await listAt(place, folder)
      return after.ok ? ok(isSameList(before.value, after.value) ? null : after.value) : after
    },
    isSame: isSameList,
    beginMs,
  })
  return rest === null ? done : ok({ end: 'seen' })
}
