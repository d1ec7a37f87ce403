import { type AppError, appError } from '../../shared/errors.ts'
import { type Compressed, type FileEntry, type FileName, type FilePath, pathIn } from '../../shared/model/file.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { localName } from '../transfers/local-name.ts'
import { type ArchiveNote, type LeftArchives, whereLeft } from './left-archives.ts'
import type { MachineBytes } from './machine-bytes.ts'
import type { Course, Moves } from './moves.ts'

type Deps = {
  store: StateStore
  ask: Ask
  bytes: Pick<MachineBytes, 'toFolder'>
  moves: Moves
  leftArchives: Pick<LeftArchives, 'note'>
  /** Makes an archive of things of a folder, in it, however long that lasts. */
  compress: (ref: ServerRef, folder: FilePath, names: readonly FileName[]) => Promise<Result<Compressed>>
}

/** True where nobody knows whether the machine made an archive, or makes one yet. */
const mayBeLeft = ({ code, mayHaveActed }: AppError) => code === 'archive-not-seen' || mayHaveActed === true

/** An error after which an archive may be left on the server. */
const withLeft = (error: AppError, name: FileName | null, { folder }: Place) =>
  fail({ ...error, hint: `${error.hint} ${whereLeft(name, folder)}` })

type Place = { readonly ref: ServerRef; readonly folder: FilePath }

export type FileDownloads = {
  /**
   * Downloads things of a server's folder to a folder of this computer: each file by itself, all folders as one archive,
   * which is made on the server and deleted there again. Resolves at once; their course shows in the state. Errors:
   * `file-not-found`, `transfer-running`, and those of a list.
   */
  start(place: Place, names: readonly FileName[], target: string): Promise<Result<{ ids: string[] }>>
}

export function createFileDownloads(deps: Deps): FileDownloads {
  const { store, ask, bytes, moves, leftArchives, compress } = deps

  const list = ({ ref, folder }: Place) =>
    ask(ref, 'files-read', ({ files }, { identifier }) => files.list(identifier, folder))

  /** In bytes; null where the folder does not tell it. */
  async function sizeOf(place: Place, name: FileName): Promise<number | null> {
    const seen = await list(place)
    return seen.ok ? (seen.value.entries.find((entry) => entry.name === name)?.size ?? null) : null
  }

  const fetchFile = (place: Place, name: FileName, { target, file, size, mayDiffer, course }: FetchMore) =>
    bytes.toFolder(place.ref, pathIn(place.folder, name), {
      folder: target,
      file,
      bytes: size,
      ...(mayDiffer && { mayDiffer: true }),
      signal: course.signal,
      onProgress: course.moved,
    })

  const remove = ({ ref, folder }: Place, name: FileName) =>
    ask(ref, 'files-write', ({ files }, { identifier }) => files.remove(identifier, folder, [name]))

  /** What stood there before is no archive of ours, whatever the panel says: it is never deleted. */
  const ours = (packed: Result<Compressed>, known: ReadonlySet<string>): Result<FileName> => {
    if (!packed.ok) return packed
    const { name } = packed.value
    return name === null || known.has(name) ? fail('archive-not-seen') : ok(name)
  }

  /** Deletes what was packed for somebody who has cancelled. If the archive may still be there, its note stays. */
  async function removeLate(place: Place, packed: Result<FileName>, note: ArchiveNote): Promise<void> {
    if (!packed.ok) {
      if (!mayBeLeft(packed.error)) note.end()
      return
    }
    note.name(packed.value)
    const removed = await remove(place, packed.value)
    if (removed.ok) note.end()
  }

  /**
   * Has the archive made. Cancelling does not wait for the machine, which nothing stops: the archive is deleted once it
   * is there, if the app still runs.
   */
  async function pack(
    place: Place,
    names: readonly FileName[],
    { known, note }: { known: ReadonlySet<string>; note: ArchiveNote },
    { signal }: Course,
  ): Promise<Result<FileName>> {
    const packing = compress(place.ref, place.folder, names).then((packed) => ours(packed, known))
    const cancelled = new Promise<'cancelled'>((resolve) => {
      signal.addEventListener('abort', () => resolve('cancelled'), { once: true })
    })
    const packed = await Promise.race([packing, cancelled])
    if (packed === 'cancelled') {
      void packing.then((late) => removeLate(place, late, note))
      return fail('cancelled')
    }
    if (packed.ok) note.name(packed.value)
    else if (!mayBeLeft(packed.error)) note.end()
    else if (packed.error.code !== 'archive-not-seen') return withLeft(packed.error, null, place)
    return packed
  }

  async function fetchFolders(
    place: Place,
    names: readonly FileName[],
    more: { target: string; what: string; known: ReadonlySet<string> },
    course: Course,
  ) {
    const { target, what, known } = more
    course.change({ phase: 'packing' })
    const note = leftArchives.note(place, what, course.id)
    const archive = await pack(place, names, { known, note }, course)
    if (!archive.ok) return archive
    course.change({ phase: 'running' })
    const size = await sizeOf(place, archive.value)
    course.change({ totalBytes: size })
    const file = localName(
      `${names.length === 1 ? names[0] : (store.get().servers[place.ref]?.name ?? 'files')}.tar.gz`,
    )
    const fetched = await fetchFile(place, archive.value, { target, file, size, mayDiffer: false, course })
    const removed = await remove(place, archive.value)
    if (removed.ok || fetched.ok) note.end()
    if (!fetched.ok) return removed.ok ? fetched : withLeft(fetched.error, archive.value, place)
    const hint = `Delete ${safeText(archive.value)} there.`
    return ok({ name: fetched.value.file, ...(!removed.ok && { error: appError('archive-left', { hint }) }) })
  }

  const whatOf = ({ ref, folder }: Place, name: string) => `${ref} ${folder} ${name}`

  function addFile(place: Place, { name, size }: FileEntry, target: string): string {
    return moves.add({
      ref: place.ref,
      direction: 'down',
      name: localName(name),
      totalBytes: size,
      what: whatOf(place, name),
      async run(course) {
        const more = { target, file: localName(name), size, mayDiffer: true, course }
        const fetched = await fetchFile(place, name, more)
        return fetched.ok ? ok({ name: fetched.value.file }) : fetched
      },
    })
  }

  function addFolders(
    place: Place,
    names: readonly FileName[],
    more: { target: string; known: ReadonlySet<string> },
  ): string {
    const what = names.length === 1 ? safeText(names[0] ?? '') : `${names.length} folders`
    return moves.add({
      ref: place.ref,
      direction: 'down',
      name: what,
      totalBytes: null,
      what: whatOf(place, `${names.join('/')}/`),
      run: (course) => fetchFolders(place, names, { ...more, what }, course),
    })
  }

  return {
    async start(place, names, target) {
      const seen = await list(place)
      if (!seen.ok) return seen
      const wanted = new Set(names)
      const found = seen.value.entries.filter(({ name }) => wanted.has(name))
      if (found.length < wanted.size) return fail('file-not-found')
      const files = found.filter(({ isFile }) => isFile)
      const folders = found.filter(({ isFile }) => !isFile).map(({ name }) => name)
      const subjects = [...files.map(({ name }) => name), `${folders.join('/')}/`]
      if (subjects.some((one) => moves.isMoving(whatOf(place, one)))) return fail('transfer-running')
      const ids = files.map((entry) => addFile(place, entry, target))
      if (folders.length === 0) return ok({ ids })
      const known = new Set<string>(seen.value.entries.map(({ name }) => name))
      return ok({ ids: [...ids, addFolders(place, folders, { target, known })] })
    },
  }
}

type FetchMore = {
  readonly target: string
  /** Its name on this computer. */
  readonly file: string
  readonly size: number | null
  readonly mayDiffer: boolean
  readonly course: Course
}
