import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { FileEntry } from '../../shared/files/contract.ts'
import type { ExistingChoice, FileMove, LeftOutFile, UploadOffer } from '../../shared/files/contract-moves.ts'
import { type FileName, type FilePath, folderOf, maxShownNames, pathIn } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { fileMoves, newMove } from '../jobs/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { Fetch } from '../panel/transport.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { machinesOf } from '../transfers/machines-of.ts'
import { type Refused, upload } from '../transfers/upload.ts'
import { type LocalFile, readLocalTree } from './local-tree.ts'
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
  store: StateStore
  clock: Clock
  newId: () => string
  version: string
  ask: Ask
  jobs: Pick<Jobs, 'run'>
  /** The way to the machines of a panel. */
  fetchFromMachines: (baseUrl: string) => Fetch
}

type Course = Job<FileMove>
type Place = { readonly ref: ServerRef; readonly folder: FilePath }

/** What was looked at, and waits for the person. */
type Offered = {
  readonly place: Place
  readonly files: readonly LocalFile[]
  readonly emptyFolders: readonly (readonly FileName[])[]
  /** The folders that the server has; nothing is asked about the others. */
  readonly there: ReadonlySet<FilePath>
  readonly leftOut: readonly LeftOutFile[]
  readonly leftOutCount: number
}

/** Maximum number of offers that wait. */
const mostOffers = 10

export type Uploads = {
  /**
   * Looks at files of this computer and at the folders that they would come into. Errors: `upload-nothing`,
   * `upload-too-many`, and those of a list.
   * @param paths absolute, as the system gave them
   */
  offer(place: Place, paths: readonly string[]): Promise<Result<UploadOffer>>
  /** Uploads what was offered, and answers at once; its course shows in the state. Error: `unknown-upload`. */
  start(id: string, choice: ExistingChoice): Result<{ id: string }>
  leave(id: string): void
}

/** Tells of files that are left out, by name as far as there is room. */
function leaveOut({ view, change }: Course, files: readonly LeftOutFile[]): void {
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
  const told = `${uploaded.toLocaleString('en')} of ${all.toLocaleString('en')} files were uploaded before that.`
  return { ...error, hint: `${told} ${error.hint}` }
}

export function createUploads(deps: Deps): Uploads {
  const { store, clock, newId, version, ask, jobs, fetchFromMachines } = deps
  const offers = new Map<string, Offered>()
  /** What the machines of servers said that a file may have at most, in bytes; told by their refusals alone. */
  const limits = new Map<ServerRef, number>()

  const list = (ref: ServerRef, folder: FilePath) =>
    ask(ref, 'files-write', ({ files }, { identifier }) => files.list(identifier, folder))

  /** The entries of all folders of an upload that the server has; those with a file in their place are told apart. */
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

  async function send(place: Place, path: FilePath, files: readonly NamedFile[], course: Course, done: number) {
    const baseUrl = machinesOf(store.get(), place.ref)
    if (baseUrl === null) return fail('unknown-server')
    return upload({
      clock,
      link: () =>
        ask(place.ref, 'files-write', (client, { identifier }) =>
          client.files.uploadLink(identifier, { signal: course.signal }),
        ),
      fetch: fetchFromMachines(baseUrl),
      userAgent: `Servertray/${version}`,
      directory: path,
      files: files.map(({ name, file }) => ({ name, bytes: file.bytes, open: file.open })),
      signal: course.signal,
      onProgress: (sent) => course.moved(done + sent),
    })
  }

  /** Those that the machine takes, as far as it has told; the others are left out. */
  function fitting({ ref }: Place, batch: readonly NamedFile[], course: Course): readonly NamedFile[] {
    const limited = withinLimit(batch, ({ file }) => file, limits.get(ref) ?? null)
    leaveOut(course, limited.leftOut)
    return limited.files
  }

  /**
   * Sends one batch; where the machine tells its limit, what fits goes once more without what does not.
   * @returns how many files went
   */
  async function sendBatch(
    place: Place,
    path: FilePath,
    batch: readonly NamedFile[],
    course: Course,
    done: number,
  ): Promise<Result<number>> {
    const first = fitting(place, batch, course)
    if (first.length === 0) return ok(0)
    const sent = await send(place, path, first, course, done)
    if ('ok' in sent || sent.limitBytes === null) return sentFiles(sent, first.length)
    limits.set(place.ref, sent.limitBytes)
    const rest = fitting(place, first, course)
    if (rest.length === first.length) return fail(sent.error)
    return rest.length === 0 ? ok(0) : sentFiles(await send(place, path, rest, course, done), rest.length)
  }

  /**
   * What the folder holds now, and nothing where it is not there: what came since the person was asked is not overwritten
   * unasked, nor is what came with its folder.
   */
  async function entriesNow({ ref }: Place, path: FilePath): Promise<Result<readonly FileEntry[]>> {
    const listed = await list(ref, path)
    if (listed.ok) return ok(listed.value.entries)
    return listed.error.code === 'file-not-found' ? ok([]) : listed
  }

  /** Sends what comes into one folder, in as many requests as it needs. */
  async function sendFolder(
    offered: Offered,
    folder: FolderOfUpload,
    more: { choice: ExistingChoice; course: Course; done: number; onSent: (files: number) => void },
  ) {
    const { choice, course, onSent } = more
    const entries = await entriesNow(offered.place, folder.path)
    if (!entries.ok) return entries
    const { sent, leftOut } = decide(folder.files, entries.value, choice)
    leaveOut(course, leftOut)
    let { done } = more
    for (const batch of batchesOf(sent)) {
      if (course.signal.aborted) return fail('cancelled')
      const result = await sendBatch(offered.place, folder.path, batch, course, done)
      if (!result.ok) return result
      onSent(result.value)
      done += batch.reduce((sum, { file }) => sum + file.bytes, 0)
      course.moved(done)
    }
    return ok(done)
  }

  /** Makes a folder that comes without files. Panels answer with success where one is there already. */
  async function make({ place, there }: Offered, folder: FolderOfUpload, { signal }: Course): Promise<Result<void>> {
    const name = folder.folders.at(-1)
    if (name === undefined || !folder.isMade || there.has(folder.path)) return ok()
    if (signal.aborted) return fail('cancelled')
    return ask(place.ref, 'files-write', ({ files }, { identifier }) =>
      files.createFolder(identifier, folderOf(folder.path), name, { signal }),
    )
  }

  async function run(offered: Offered, choice: ExistingChoice, course: Course): Promise<Result<object>> {
    const { place, files, emptyFolders } = offered
    let done = 0
    let uploaded = 0
    const onSent = (sent: number) => {
      uploaded += sent
    }
    for (const folder of foldersOf(place.folder, files, emptyFolders)) {
      const isEmpty = folder.files.length === 0
      const sent = isEmpty
        ? await make(offered, folder, course)
        : await sendFolder(offered, folder, { choice, course, done, onSent })
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
    async offer(place, paths) {
      const tree = await readLocalTree(paths)
      if (!tree.ok) return tree
      const limited = withinLimit(tree.value.files, (file) => file, limits.get(place.ref) ?? null)
      const folders = foldersOf(place.folder, limited.files, tree.value.emptyFolders)
      const looked = await look(place.ref, folders)
      if (!looked.ok) return looked
      const { there, blocked } = looked.value
      const pathOf = (names: readonly FileName[]) => names.reduce(pathIn, place.folder)
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
      const told = leftOut.slice(0, maxShownNames)
      keep(id, { place, files, emptyFolders, there: new Set(there.keys()), leftOut: told, leftOutCount })
      return ok({
        id,
        files: files.length,
        folders: emptyFolders.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        existing: existing.slice(0, maxShownNames).map(({ name }) => name),
        existingCount: existing.length,
        leftOut: told,
        leftOutCount,
      })
    },

    start(id, choice) {
      const offered = offers.get(id)
      if (offered === undefined) return fail('unknown-upload')
      offers.delete(id)
      const { place, files, emptyFolders, leftOut, leftOutCount } = offered
      const names = files.length > 0 ? files.map(shownName) : emptyFolders.map(shownFolder)
      const [first] = names
      if (first === undefined) return fail(appError('upload-nothing'))
      const { ref } = place
      const name = names.length === 1 ? first : `${names.length} ${files.length > 0 ? 'files' : 'folders'}`
      const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
      const job = jobs.run(
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
        (course) => run(offered, choice, course),
      )
      return ok({ id: job.id })
    },

    leave: (id) => void offers.delete(id),
  }
}
