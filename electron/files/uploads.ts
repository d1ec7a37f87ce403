import type { AppError } from '../../shared/error-schema.ts'
import type { ExistingChoice, FileMove, LeftOutFile, UploadOffer } from '../../shared/files/contract-moves.ts'
import { type FilePath, folderOf, maxShownNames, pathIn } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { fileMoves, newMove } from '../jobs/tables.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { WayTo } from '../transfers/machine.ts'
import type { Uploaded } from '../transfers/upload.ts'
import type { LocalFile } from './local-tree.ts'
import type { FilesReach } from './reach.ts'
import {
  batchesOf,
  decide,
  type FolderOfUpload,
  foldersOf,
  type NamedFile,
  type SeenFolder,
  shownFolder,
  shownName,
  standingOf,
  withinLimit,
} from './upload-plan.ts'

/** Of `profile`, the app's own folder, nothing is sent. */
type Deps = Pick<FilesReach, 'on'> &
  Pick<FeatureBasics, 'clock' | 'newId' | 'profile'> & { wayTo: WayTo; jobs: Pick<Jobs, 'run'> }

/** The folder of a server that files of this computer come into. */
export type UploadTarget = { readonly ref: ServerRef; readonly folder: FilePath }

/** What was looked at, and waits for the person. */
type Offered = {
  readonly target: UploadTarget
  readonly folders: readonly SeenFolder[]
  /** What it is, safe to show; null where nothing is left of it. */
  readonly name: string | null
  /** What the person was told of it. */
  readonly offer: UploadOffer
}

/** Maximum number of offers that wait. */
const mostOffers = 10
/** How long a machine's limit counts, in milliseconds: its host may raise it. */
const limitMs = 10 * 60_000

const bytesOf = (files: readonly LocalFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** An error that tells how many files are there for sure. */
function withUploaded(error: AppError, uploaded: number, all: number): AppError {
  if (uploaded === 0) return error
  const sentence = `${uploaded.toLocaleString('en')} of ${all.toLocaleString('en')} files were uploaded before that.`
  return { ...error, hint: `${sentence} ${error.hint}` }
}

export function createUploads({ clock, newId, on, wayTo, jobs, profile }: Deps) {
  const offers = new Map<string, Offered>()
  /** What the machines of servers said that a file may have at most, in bytes, and when; told by their refusals alone. */
  const limits = new Map<ServerRef, { bytes: number; at: number }>()

  function limitOf(ref: ServerRef): number | undefined {
    const told = limits.get(ref)
    return told && clock.steady() - told.at < limitMs ? told.bytes : undefined
  }

  const list = (ref: ServerRef, folder: FilePath) => on(ref, 'files-write', ({ files }) => files.list(folder), {})

  /** Looks into all folders of an upload that the server has. Each stands after the one that it is in. */
  async function look(ref: ServerRef, folders: readonly FolderOfUpload[]): Promise<Result<SeenFolder[]>> {
    const seen = new Map<FilePath, SeenFolder>()
    for (const folder of folders) {
      const above = seen.get(folderOf(folder.path))
      const standing = standingOf(folder, above)
      const listed = standing === 'there' ? await list(ref, folder.path) : ok({ entries: [] })
      if (!listed.ok) return listed
      seen.set(folder.path, { ...folder, standing, entries: listed.value.entries })
    }
    return ok([...seen.values()])
  }

  /** Sends what was offered, folder by folder. */
  async function send(offered: Offered, choice: ExistingChoice, job: Job<FileMove>): Promise<Result<object>> {
    const { ref } = offered.target
    const { signal, view, change } = job
    let [doneBytes, uploaded] = [0, 0]

    /** Tells of files that are left out, by name as far as there is room. */
    function leaveOut(files: readonly LeftOutFile[]): void {
      const { leftOut, leftOutCount } = view()
      change({ leftOut: [...leftOut, ...files].slice(0, maxShownNames), leftOutCount: leftOutCount + files.length })
    }

    async function sendFiles(directory: FilePath, files: readonly NamedFile[]): Promise<Uploaded> {
      const way = wayTo(ref)
      if (!way.ok) return way
      // Loaded when somebody uploads, as most runs of the app send no file.
      const { upload } = await import('../transfers/upload.ts')
      const sent = await upload({
        ...way.value,
        link: () => on(ref, 'files-write', ({ files }) => files.uploadLink(), { signal }),
        directory,
        files: files.map(({ name, file }) => ({ name, bytes: file.bytes, open: file.open })),
        signal,
        onProgress: (bytes) => job.moved(doneBytes + bytes),
      })
      if (sent.ok) uploaded += files.length
      return sent
    }

    /** Sends one batch; where the machine tells its limit, what fits goes once more without what does not. */
    async function sendBatch(directory: FilePath, batch: readonly NamedFile[]): Promise<Result<void>> {
      const { files, leftOut } = withinLimit(batch, ({ file }) => file, limitOf(ref))
      leaveOut(leftOut)
      if (files.length === 0) return ok()
      const sent = await sendFiles(directory, files)
      const { limitBytes } = sent
      if (limitBytes === undefined || files.every(({ file }) => file.bytes <= limitBytes)) return sent
      limits.set(ref, { bytes: limitBytes, at: clock.steady() })
      return sendBatch(directory, files)
    }

    /**
     * What the folder holds now, and nothing where it is not there: what came since the person was asked is not overwritten
     * unasked, nor is what came with its folder.
     */
    async function sendFolder({ path, files }: FolderOfUpload): Promise<Result<void>> {
      const listed = await list(ref, path)
      if (!listed.ok && listed.error.code !== 'file-not-found') return listed
      const { sent, leftOut } = decide(files, listed.ok ? listed.value.entries : [], choice)
      leaveOut(leftOut)
      for (const batch of batchesOf(sent)) {
        const result = await sendBatch(path, batch)
        if (!result.ok) return result
        doneBytes += bytesOf(batch.map(({ file }) => file))
        job.moved(doneBytes)
      }
      return ok()
    }

    /** Makes a folder that comes without files. Panels answer with success where one is there already. */
    async function make({ path, folders, isMade, standing }: SeenFolder): Promise<Result<void>> {
      const name = folders.at(-1)
      if (name === undefined || !isMade || standing === 'there') return ok()
      if (signal.aborted) return fail('cancelled')
      return on(ref, 'files-write', ({ files }) => files.createFolder(folderOf(path), name), { signal })
    }

    for (const folder of offered.folders) {
      const sent = await (folder.files.length === 0 ? make(folder) : sendFolder(folder))
      if (!sent.ok) return fail(withUploaded(sent.error, uploaded, offered.offer.files))
    }
    return ok({})
  }

  return {
    /**
     * Looks at files of this computer and at the folders that they would come into. Errors: `upload-nothing`,
     * `upload-too-many`, and those of a list.
     * @param paths absolute, as the system gave them
     */
    async offer(target: UploadTarget, paths: readonly string[]): Promise<Result<UploadOffer>> {
      const { readLocalTree } = await import('./local-tree.ts')
      const tree = await readLocalTree(paths, profile)
      if (!tree.ok) return tree
      const limited = withinLimit(tree.value.files, (file) => file, limitOf(target.ref))
      const folders = foldersOf(target.folder, limited.files, tree.value.emptyFolders)
      const emptyPaths = new Set(tree.value.emptyFolders.map((names) => names.reduce(pathIn, target.folder)))
      const looked = await look(target.ref, folders)
      if (!looked.ok) return looked
      const open = looked.value.filter(({ standing }) => standing !== 'blocked')
      const blocked = looked.value.filter(({ standing }) => standing === 'blocked')
      const isEmpty = ({ path }: SeenFolder) => emptyPaths.has(path)
      const fresh = open.filter((folder) => isEmpty(folder) && folder.standing === 'missing').map(shownFolder)
      const existing = open.flatMap(({ files, entries }) =>
        decide(files, entries, 'skip').leftOut.filter(({ why }) => why === 'exists'),
      )
      const inTheWay = [
        ...blocked.flatMap(({ files }) => files.map(shownName)),
        ...blocked.filter(isEmpty).map(shownFolder),
      ]
      const leftOut = [
        ...tree.value.leftOut,
        ...limited.leftOut,
        ...inTheWay.map((name): LeftOutFile => ({ name, why: 'file-there' })),
      ]
      const files = open.flatMap((folder) => folder.files)
      const names = files.length > 0 ? files.map(shownName) : fresh
      const name = names.length <= 1 ? (names[0] ?? null) : `${names.length} ${files.length > 0 ? 'files' : 'folders'}`
      const offer: UploadOffer = {
        id: newId(),
        files: files.length,
        folders: fresh.length,
        bytes: bytesOf(files),
        existing: existing.slice(0, maxShownNames).map((one) => one.name),
        existingCount: existing.length,
        leftOut: leftOut.slice(0, maxShownNames),
        leftOutCount: tree.value.leftOutCount - tree.value.leftOut.length + leftOut.length,
      }
      offers.set(offer.id, { target, folders: open, name, offer })
      const [oldest] = offers.keys()
      if (offers.size > mostOffers && oldest !== undefined) offers.delete(oldest)
      return ok(offer)
    },

    /** Uploads what was offered, and answers at once; its course shows in the state. Error: `unknown-upload`. */
    start(id: string, choice: ExistingChoice): Result<{ id: string }> {
      const offered = offers.get(id)
      if (offered === undefined) return fail('unknown-upload')
      offers.delete(id)
      const { target, name, offer } = offered
      if (name === null) return fail('upload-nothing')
      const { ref } = target
      const { bytes: totalBytes, leftOut, leftOutCount } = offer
      const view = (id: string): FileMove => {
        return { ...newMove, id, ref, direction: 'up', name, totalBytes, leftOut: [...leftOut], leftOutCount }
      }
      const about = { kind: 'upload', ref, what: name, lane: 'up', table: fileMoves, view } as const
      const begun = jobs.run(about, (job) => send(offered, choice, job))
      return ok({ id: begun.id })
    },

    /** Forgets what was offered. */
    leave: (id: string) => void offers.delete(id),
  }
}
