import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { Compressed } from '../../shared/files/contract.ts'
import type { FileMove } from '../../shared/files/contract-moves.ts'
import { type FileName, type FilePath, pathIn } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { fileMoves, newMove } from '../jobs/tables.ts'
import { orCancelled } from '../lib/time-limit.ts'
import type { StateStore } from '../state/store.ts'
import { localName } from '../transfers/local-name.ts'
import type { ServerFiles } from './panel.ts'
import type { FilesReach } from './reach.ts'

type Deps = Pick<FilesReach, 'on' | 'fetchFile'> & {
  store: StateStore
  jobs: Pick<Jobs, 'run' | 'isUnderWay'>
  /** Makes an archive of things of a folder, in it, however long that lasts. */
  compress: (files: ServerFiles, folder: FilePath, names: readonly FileName[]) => Promise<Result<Compressed>>
}

/** True where nobody knows whether the machine made an archive, or makes one yet. */
const mayBeLeft = ({ code, mayHaveActed }: AppError) => code === 'archive-not-seen' || mayHaveActed === true

/** The folder of a server that files come from. */
type Source = { readonly ref: ServerRef; readonly folder: FilePath }

/** An error after which an archive may be left on the server; its name null where the machine has not told it. */
function withLeft(error: AppError, name: FileName | null, { folder }: Source): Result<never> {
  const archive = name === null ? 'an archive of that time' : safeText(name)
  const step = `Look for ${archive} in ${safeText(folder)} on the server, and delete it there.`
  return fail({ ...error, hint: `${error.hint} ${step}` })
}

/** What is fetched to a folder of this computer, under which name, and how many bytes it has as far as the panel tells. */
type Fetch = Pick<Parameters<FilesReach['fetchFile']>[2], 'folder' | 'file' | 'bytes' | 'mayDiffer'>

/** One download: `subject` is what no two at a time are of, the name of a file or those of folders. */
type Order = Pick<FileMove, 'name' | 'totalBytes'> & {
  readonly subject: string
  readonly work: (job: Job<FileMove>) => Promise<Result<Partial<FileMove>>>
}

export function createFileDownloads({ store, on, fetchFile, jobs, compress }: Deps) {
  const list = ({ ref, folder }: Source) => on(ref, 'files-read', ({ files }) => files.list(folder), {})

  async function fetch({ ref, folder }: Source, name: FileName, what: Fetch, { signal, moved }: Job<FileMove>) {
    const fetched = await fetchFile(ref, pathIn(folder, name), { ...what, signal, onProgress: moved })
    return fetched.ok ? ok({ name: fetched.value.file }) : fetched
  }

  /** Deletes an archive. It goes on past the end of the app, which would leave it there. */
  const remove = ({ ref, folder }: Source, name: FileName) =>
    on(ref, 'files-write', ({ files }) => files.remove(folder, [name]), {})

  /** Has an archive made. What stood there before is none of ours, whatever the panel says: it is never deleted. */
  async function make({ ref, folder }: Source, names: readonly FileName[], known: ReadonlySet<string>) {
    const packed = await on(ref, 'files-write', ({ files }) => compress(files, folder, names))
    if (!packed.ok) return packed
    const { name } = packed.value
    return name === null || known.has(name) ? fail('archive-not-seen') : ok(name)
  }

  /**
   * Has the archive made. Cancelling does not wait for the machine, which nothing stops: the archive is deleted once it
   * is there, if the app still runs, and nothing is left then.
   */
  async function pack(
    source: Source,
    names: readonly FileName[],
    known: ReadonlySet<string>,
    { signal, holdOpen }: Job<FileMove>,
  ): Promise<Result<FileName>> {
    const packing = make(source, names, known)
    const packed = await orCancelled(packing, signal)
    if (signal.aborted) {
      holdOpen(packing.then(async (late) => (late.ok ? (await remove(source, late.value)).ok : !mayBeLeft(late.error))))
      return fail('cancelled')
    }
    return !packed.ok && packed.error.mayHaveActed ? withLeft(packed.error, null, source) : packed
  }

  async function fetchFolders(
    source: Source,
    names: readonly FileName[],
    { target, known }: { target: string; known: ReadonlySet<string> },
    job: Job<FileMove>,
  ): Promise<Result<Partial<FileMove>>> {
    job.change({ phase: 'packing' })
    const archive = await pack(source, names, known, job)
    if (!archive.ok) return archive
    job.change({ phase: 'running' })
    const seen = await list(source)
    const bytes = seen.ok ? (seen.value.entries.find(({ name }) => name === archive.value)?.size ?? null) : null
    job.change({ totalBytes: bytes })
    const own = names.length === 1 ? names[0] : (store.get().servers[source.ref]?.name ?? 'files')
    const fetched = await fetch(source, archive.value, { folder: target, file: localName(`${own}.tar.gz`), bytes }, job)
    const removed = await remove(source, archive.value)
    if (removed.ok) return fetched
    if (!fetched.ok) return withLeft(fetched.error, archive.value, source)
    const error = appError('archive-left', { hint: `Delete ${safeText(archive.value)} there.` })
    return ok({ ...fetched.value, error })
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
      const ofFiles = found.flatMap(({ name, isFile, size: bytes }): Order[] => {
        const what = { folder: target, file: localName(name), bytes, mayDiffer: true }
        const work = (job: Job<FileMove>) => fetch(source, name, what, job)
        return isFile ? [{ subject: name, name: what.file, totalBytes: bytes, work }] : []
      })
      const folders = found.filter(({ isFile }) => !isFile).map(({ name }) => name)
      const known = new Set<string>(seen.value.entries.map(({ name }) => name))
      const ofFolders: Order = {
        subject: `${folders.join('/')}/`,
        name: folders.length === 1 ? safeText(folders[0] ?? '') : `${folders.length} folders`,
        totalBytes: null,
        work: (job) => fetchFolders(source, folders, { target, known }, job),
      }
      const orders = folders.length === 0 ? ofFiles : [...ofFiles, ofFolders]
      const { ref } = source
      const keyOf = ({ subject }: Order) => `file ${ref} ${source.folder} ${subject}`
      if (orders.some((order) => jobs.isUnderWay(keyOf(order)))) return fail('transfer-running')
      const ids = orders.map((order) => {
        const { name, totalBytes, work } = order
        const first = { ...newMove, ref, direction: 'down', name, totalBytes, leftOutCount: 0 } as const
        const view = (id: string): FileMove => ({ ...first, id, leftOut: [] })
        const about = { kind: 'download', ref, what: name, key: keyOf(order), lane: 'down' } as const
        return jobs.run({ ...about, table: fileMoves, view }, work).id
      })
      return ok({ ids })
    },
  }
}
