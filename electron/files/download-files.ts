import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { Compressed, FileEntry } from '../../shared/files/contract.ts'
import type { FileMove } from '../../shared/files/contract-moves.ts'
import { type FileName, type FilePath, pathIn } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { fileMoves, newMove } from '../jobs/tables.ts'
import { orCancelled } from '../lib/time-limit.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { localName } from '../transfers/local-name.ts'
import type { MachineBytes } from './machine-bytes.ts'

type Deps = {
  store: StateStore
  ask: Ask
  bytes: Pick<MachineBytes, 'toFolder'>
  jobs: Pick<Jobs, 'run' | 'isUnderWay'>
  /** Makes an archive of things of a folder, in it, however long that lasts. */
  compress: (ref: ServerRef, folder: FilePath, names: readonly FileName[]) => Promise<Result<Compressed>>
}

/** True where nobody knows whether the machine made an archive, or makes one yet. */
const mayBeLeft = ({ code, mayHaveActed }: AppError) => code === 'archive-not-seen' || mayHaveActed === true

/** What a person does about an archive that may be left; its name null where the machine has not told it. */
function whereLeft(name: FileName | null, folder: FilePath): string {
  const archive = name === null ? 'an archive of that time' : safeText(name)
  return `Look for ${archive} in ${safeText(folder)} on the server, and delete it there.`
}

/** An error after which an archive may be left on the server. */
const withLeft = (error: AppError, name: FileName | null, { folder }: Source) =>
  fail({ ...error, hint: `${error.hint} ${whereLeft(name, folder)}` })

/** The folder of a server that files come from. */
type Source = { readonly ref: ServerRef; readonly folder: FilePath }

export function createFileDownloads({ store, ask, bytes, jobs, compress }: Deps) {
  const list = ({ ref, folder }: Source) =>
    ask(ref, 'files-read', (client, { identifier }) => client.files(identifier).list(folder))

  /** In bytes; null where the folder does not tell it. */
  async function sizeOf(source: Source, name: FileName): Promise<number | null> {
    const seen = await list(source)
    return seen.ok ? (seen.value.entries.find((entry) => entry.name === name)?.size ?? null) : null
  }

  const fetchFile = (source: Source, name: FileName, { target, file, size, mayDiffer, job }: FetchMore) =>
    bytes.toFolder(source.ref, pathIn(source.folder, name), {
      folder: target,
      file,
      bytes: size,
      ...(mayDiffer && { mayDiffer: true }),
      signal: job.signal,
      onProgress: job.moved,
    })

  const remove = ({ ref, folder }: Source, name: FileName) =>
    ask(ref, 'files-write', (client, { identifier }) => client.files(identifier).remove(folder, [name]))

  /** What stood there before is no archive of ours, whatever the panel says: it is never deleted. */
  const ours = (packed: Result<Compressed>, known: ReadonlySet<string>): Result<FileName> => {
    if (!packed.ok) return packed
    const { name } = packed.value
    return name === null || known.has(name) ? fail('archive-not-seen') : ok(name)
  }

  /** Deletes what was packed for somebody who has cancelled. Resolves with whether surely nothing is left. */
  async function removeLate(source: Source, packed: Result<FileName>): Promise<boolean> {
    if (!packed.ok) return !mayBeLeft(packed.error)
    const removed = await remove(source, packed.value)
    return removed.ok
  }

  /**
   * Has the archive made. Cancelling does not wait for the machine, which nothing stops: the archive is deleted once it
   * is there, if the app still runs.
   */
  async function pack(
    source: Source,
    names: readonly FileName[],
    known: ReadonlySet<string>,
    { signal, holdOpen }: Job<FileMove>,
  ): Promise<Result<FileName>> {
    const packing = compress(source.ref, source.folder, names).then((packed) => ours(packed, known))
    const packed = await orCancelled(packing, signal)
    if (signal.aborted) {
      holdOpen(packing.then((late) => removeLate(source, late)))
      return fail('cancelled')
    }
    const isUnseen = !packed.ok && packed.error.code === 'archive-not-seen'
    return packed.ok || isUnseen || !mayBeLeft(packed.error) ? packed : withLeft(packed.error, null, source)
  }

  async function fetchFolders(
    source: Source,
    names: readonly FileName[],
    { target, known }: { target: string; known: ReadonlySet<string> },
    job: Job<FileMove>,
  ) {
    job.change({ phase: 'packing' })
    const archive = await pack(source, names, known, job)
    if (!archive.ok) return archive
    job.change({ phase: 'running' })
    const size = await sizeOf(source, archive.value)
    job.change({ totalBytes: size })
    const file = localName(
      `${names.length === 1 ? names[0] : (store.get().servers[source.ref]?.name ?? 'files')}.tar.gz`,
    )
    const fetched = await fetchFile(source, archive.value, { target, file, size, mayDiffer: false, job })
    const removed = await remove(source, archive.value)
    if (!fetched.ok) return removed.ok ? fetched : withLeft(fetched.error, archive.value, source)
    const hint = `Delete ${safeText(archive.value)} there.`
    return ok({ name: fetched.value.file, ...(!removed.ok && { error: appError('archive-left', { hint }) }) })
  }

  const keyOf = ({ ref, folder }: Source, name: string) => `file ${ref} ${folder} ${name}`

  function begin(
    source: Source,
    { name, key, totalBytes }: { name: string; key: string; totalBytes: number | null },
    work: (job: Job<FileMove>) => Promise<Result<Partial<FileMove>>>,
  ): string {
    const { ref } = source
    const first = { ...newMove, ref, direction: 'down', name, totalBytes, leftOutCount: 0 } as const
    const view = (id: string): FileMove => ({ ...first, id, leftOut: [] })
    return jobs.run({ kind: 'download', ref, what: name, key, lane: 'down', table: fileMoves, view }, work).id
  }

  function addFile(source: Source, { name, size }: FileEntry, target: string): string {
    const file = localName(name)
    return begin(source, { name: file, key: keyOf(source, name), totalBytes: size }, async (job) => {
      const fetched = await fetchFile(source, name, { target, file, size, mayDiffer: true, job })
      return fetched.ok ? ok({ name: fetched.value.file }) : fetched
    })
  }

  function addFolders(
    source: Source,
    names: readonly FileName[],
    more: { target: string; known: ReadonlySet<string> },
  ): string {
    const name = names.length === 1 ? safeText(names[0] ?? '') : `${names.length} folders`
    const key = keyOf(source, `${names.join('/')}/`)
    return begin(source, { name, key, totalBytes: null }, (job) => fetchFolders(source, names, more, job))
  }

  return {
    /**
     * Downloads things of a server's folder to a folder of this computer: each file by itself, all folders as one archive,
     * which is made on the server and deleted there again. Resolves at once; their course shows in the state. Errors:
     * `file-not-found`, `transfer-running`, and those of a list.
     */
    async start(source: Source, names: readonly FileName[], target: string): Promise<Result<{ ids: string[] }>> {
      const seen = await list(source)
      if (!seen.ok) return seen
      const wanted = new Set(names)
      const found = seen.value.entries.filter(({ name }) => wanted.has(name))
      if (found.length < wanted.size) return fail('file-not-found')
      const files = found.filter(({ isFile }) => isFile)
      const folders = found.filter(({ isFile }) => !isFile).map(({ name }) => name)
      const subjects = [...files.map(({ name }) => name), `${folders.join('/')}/`]
      if (subjects.some((one) => jobs.isUnderWay(keyOf(source, one)))) return fail('transfer-running')
      const ids = files.map((entry) => addFile(source, entry, target))
      if (folders.length === 0) return ok({ ids })
      const known = new Set<string>(seen.value.entries.map(({ name }) => name))
      return ok({ ids: [...ids, addFolders(source, folders, { target, known })] })
    },
  }
}

type FetchMore = {
  readonly target: string
  /** Its name on this computer. */
  readonly file: string
  readonly size: number | null
  readonly mayDiffer: boolean
  readonly job: Job<FileMove>
}
