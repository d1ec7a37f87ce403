import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { FileEntry } from '../../shared/files/contract.ts'
import type { ExistingChoice, FileMove, LeftOutFile, UploadOffer } from '../../shared/files/contract-moves.ts'
import { type FileName, type FilePath, folderOf, maxShownNames, pathIn } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { fileMoves, newMove } from '../jobs/tables.ts'
import type { Ask } from '../servers/ask.ts'
import { type Refused, upload } from '../transfers/upload.ts'
import { type LocalFile, readLocalTree } from './local-tree.ts'
import type { MachineBytes } from './machine-bytes.ts'
import {
  batchesOf,
  decide,
  type FolderOfUpload,
  foldersOf,
  type NamedFile,
  shownFolder,
  shownName,
  standingOf,
  withinLimit,
} from './upload-plan.ts'

type Deps = {
  newId: () => string
  ask: Ask
  jobs: Pick<Jobs, 'run'>
  bytes: Pick<MachineBytes, 'wayTo'>
}

/** The folder of a server that files of this computer come into. */
export type UploadTarget = { readonly ref: ServerRef; readonly folder: FilePath }

/** What was looked at, and waits for the person. */
type Offered = {
  readonly target: UploadTarget
  readonly files: readonly LocalFile[]
  readonly emptyFolders: readonly (readonly FileName[])[]
  /** The folders that the server has; nothing is asked about the others. */
  readonly there: ReadonlySet<FilePath>
  readonly leftOut: readonly LeftOutFile[]
  readonly leftOutCount: number
}

/** Maximum number of offers that wait. */
const mostOffers = 10

/** Tells of files that are left out, by name as far as there is room. */
function leaveOut({ view, change }: Job<FileMove>, files: readonly LeftOutFile[]): void {
  const { leftOut, leftOutCount } = view()
  change({ leftOut: [...leftOut, ...files].slice(0, maxShownNames), leftOutCount: leftOutCount + files.length })
}

/** How many files went with one request. */
function sentFiles(sent: Result<void> | Refused, files: number): Result<number> {
  if (!('ok' in sent)) return fail(sent.error)
  return sent.ok ? ok(files) : sent
}

/** An error that tells how many files are there for sure. */
function withUploaded(error: AppError, uploaded: number, all: number): AppError {
  if (uploaded === 0) return error
  const sentence = `${uploaded.toLocaleString('en')} of ${all.toLocaleString('en')} files were uploaded before that.`
  return { ...error, hint: `${sentence} ${error.hint}` }
}

export function createUploads({ newId, ask, jobs, bytes }: Deps) {
  const offers = new Map<string, Offered>()
  /** What the machines of servers said that a file may have at most, in bytes; told by their refusals alone. */
  const limits = new Map<ServerRef, number>()

  const list = (ref: ServerRef, folder: FilePath) =>
    ask(ref, 'files-write', (client, { identifier }) => client.files(identifier).list(folder))

  /** The entries of all folders of an upload that the server has; those with a file in their target are told apart. */
  async function look(ref: ServerRef, folders: readonly FolderOfUpload[]) {
    const there = new Map<FilePath, readonly FileEntry[]>()
    const blocked = new Set<FilePath>()
    for (const folder of folders) {
      const standing = standingOf(folder, there, blocked)
      if (standing === 'blocked') blocked.add(folder.path)
      if (standing !== 'there') continue
      const listed = await list(ref, folder.path)
      if (!listed.ok) return listed
      there.set(folder.path, listed.value.entries)
    }
    return ok({ there, blocked })
  }

  async function send(
    target: UploadTarget,
    path: FilePath,
    files: readonly NamedFile[],
    job: Job<FileMove>,
    done: number,
  ) {
    const way = bytes.wayTo(target.ref)
    if (!way.ok) return way
    const { signal } = job
    return upload({
      ...way.value,
      link: () =>
        ask(target.ref, 'files-write', (client, { identifier }) => client.files(identifier, { signal }).uploadLink()),
      directory: path,
      files: files.map(({ name, file }) => ({ name, bytes: file.bytes, open: file.open })),
      signal,
      onProgress: (sent) => job.moved(done + sent),
    })
  }

  /** Those that the machine takes, as far as it has told; the others are left out. */
  function fitting({ ref }: UploadTarget, batch: readonly NamedFile[], job: Job<FileMove>): readonly NamedFile[] {
    const limited = withinLimit(batch, ({ file }) => file, limits.get(ref) ?? null)
    leaveOut(job, limited.leftOut)
    return limited.files
  }

  /**
   * Sends one batch; where the machine tells its limit, what fits goes once more without what does not.
   * @returns how many files went
   */
  async function sendBatch(
    target: UploadTarget,
    path: FilePath,
    batch: readonly NamedFile[],
    job: Job<FileMove>,
    done: number,
  ): Promise<Result<number>> {
    const first = fitting(target, batch, job)
    if (first.length === 0) return ok(0)
    const sent = await send(target, path, first, job, done)
    if ('ok' in sent || sent.limitBytes === null) return sentFiles(sent, first.length)
    limits.set(target.ref, sent.limitBytes)
    const rest = fitting(target, first, job)
    if (rest.length === first.length) return fail(sent.error)
    return rest.length === 0 ? ok(0) : sentFiles(await send(target, path, rest, job, done), rest.length)
  }

  /**
   * What the folder holds now, and nothing where it is not there: what came since the person was asked is not overwritten
   * unasked, nor is what came with its folder.
   */
  async function entriesNow({ ref }: UploadTarget, path: FilePath): Promise<Result<readonly FileEntry[]>> {
    const listed = await list(ref, path)
    if (listed.ok) return ok(listed.value.entries)
    return listed.error.code === 'file-not-found' ? ok([]) : listed
  }

  /** Sends what comes into one folder, in as many requests as it needs. */
  async function sendFolder(
    offered: Offered,
    folder: FolderOfUpload,
    more: { choice: ExistingChoice; job: Job<FileMove>; done: number; onSent: (files: number) => void },
  ) {
    const { choice, job, onSent } = more
    const entries = await entriesNow(offered.target, folder.path)
    if (!entries.ok) return entries
    const { sent, leftOut } = decide(folder.files, entries.value, choice)
    leaveOut(job, leftOut)
    let { done } = more
    for (const batch of batchesOf(sent)) {
      if (job.signal.aborted) return fail('cancelled')
      const result = await sendBatch(offered.target, folder.path, batch, job, done)
      if (!result.ok) return result
      onSent(result.value)
      done += batch.reduce((sum, { file }) => sum + file.bytes, 0)
      job.moved(done)
    }
    return ok(done)
  }

  /** Makes a folder that comes without files. Panels answer with success where one is there already. */
  async function make(
    { target, there }: Offered,
    folder: FolderOfUpload,
    { signal }: Job<FileMove>,
  ): Promise<Result<void>> {
    const name = folder.folders.at(-1)
    if (name === undefined || !folder.isMade || there.has(folder.path)) return ok()
    if (signal.aborted) return fail('cancelled')
    return ask(target.ref, 'files-write', (client, { identifier }) =>
      client.files(identifier, { signal }).createFolder(folderOf(folder.path), name),
    )
  }

  async function run(offered: Offered, choice: ExistingChoice, job: Job<FileMove>): Promise<Result<object>> {
    const { target, files, emptyFolders } = offered
    let done = 0
    let uploaded = 0
    const onSent = (sent: number) => {
      uploaded += sent
    }
    for (const folder of foldersOf(target.folder, files, emptyFolders)) {
      const isEmpty = folder.files.length === 0
      const sent = isEmpty
        ? await make(offered, folder, job)
        : await sendFolder(offered, folder, { choice, job, done, onSent })
      if (!sent.ok) return fail(withUploaded(sent.error, uploaded, files.length))
      done = sent.value ?? done
    }
    return ok({})
  }

  function keep(id: string, offered: Offered): void {
    offers.set(id, offered)
    for (const oldest of offers.keys()) {
      if (offers.size <= mostOffers) break
      offers.delete(oldest)
    }
  }

  return {
    /**
     * Looks at files of this computer and at the folders that they would come into. Errors: `upload-nothing`,
     * `upload-too-many`, and those of a list.
     * @param paths absolute, as the system gave them
     */
    async offer(target: UploadTarget, paths: readonly string[]): Promise<Result<UploadOffer>> {
      const tree = await readLocalTree(paths)
      if (!tree.ok) return tree
      const limited = withinLimit(tree.value.files, (file) => file, limits.get(target.ref) ?? null)
      const folders = foldersOf(target.folder, limited.files, tree.value.emptyFolders)
      const looked = await look(target.ref, folders)
      if (!looked.ok) return looked
      const { there, blocked } = looked.value
      const pathOf = (names: readonly FileName[]) => names.reduce(pathIn, target.folder)
      const missing = tree.value.emptyFolders.filter((names) => !there.has(pathOf(names)))
      const emptyFolders = missing.filter((names) => !blocked.has(pathOf(names)))
      const blockedFolders = missing.filter((names) => blocked.has(pathOf(names)))
      const open = folders.filter(({ path }) => !blocked.has(path))
      const blockedFiles = folders.filter(({ path }) => blocked.has(path)).flatMap(({ files }) => files)
      const decided = open.map(({ path, files }) => decide(files, there.get(path) ?? [], 'skip').leftOut)
      const existing = decided.flat().filter(({ why }) => why === 'exists')
      const leftOut = [
        ...tree.value.leftOut,
        ...limited.leftOut,
        ...blockedFiles.map((file): LeftOutFile => ({ name: shownName(file), why: 'file-there' })),
        ...blockedFolders.map((names): LeftOutFile => ({ name: shownFolder(names), why: 'file-there' })),
      ]
      const leftOutCount = tree.value.leftOutCount - tree.value.leftOut.length + leftOut.length
      const files = open.flatMap((folder) => folder.files)
      const id = newId()
      const shown = leftOut.slice(0, maxShownNames)
      keep(id, { target, files, emptyFolders, there: new Set(there.keys()), leftOut: shown, leftOutCount })
      return ok({
        id,
        files: files.length,
        folders: emptyFolders.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        existing: existing.slice(0, maxShownNames).map(({ name }) => name),
        existingCount: existing.length,
        leftOut: shown,
        leftOutCount,
      })
    },

    /** Uploads what was offered, and answers at once; its course shows in the state. Error: `unknown-upload`. */
    start(id: string, choice: ExistingChoice): Result<{ id: string }> {
      const offered = offers.get(id)
      if (offered === undefined) return fail('unknown-upload')
      offers.delete(id)
      const { target, files, emptyFolders, leftOut, leftOutCount } = offered
      const names = files.length > 0 ? files.map(shownName) : emptyFolders.map(shownFolder)
      const [first] = names
      if (first === undefined) return fail(appError('upload-nothing'))
      const { ref } = target
      const name = names.length === 1 ? first : `${names.length} ${files.length > 0 ? 'files' : 'folders'}`
      const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
      const begun = jobs.run(
        {
          kind: 'upload',
          ref,
          what: name,
          lane: 'up',
          table: fileMoves,
          view: (id): FileMove => ({
            ...newMove,
            id,
            ref,
            direction: 'up',
            name,
            totalBytes,
            leftOut: [...leftOut],
            leftOutCount,
          }),
        },
        (job) => run(offered, choice, job),
      )
      return ok({ id: begun.id })
    },

    /** Forgets what was offered. */
    leave: (id: string) => void offers.delete(id),
  }
}
