import type { FileEntry } from '../../shared/files/contract.ts'
import type { ExistingChoice, LeftOutFile, LeftOutReason } from '../../shared/files/contract-moves.ts'
import { type FileName, type FilePath, pathIn } from '../../shared/files/files.ts'
import { safeText } from '../../shared/model/text.ts'
import { numbered } from '../transfers/local-name.ts'
import type { LocalFile } from './local-tree.ts'

/** Maximum that one request carries: proxies before machines refuse much more, and what breaks off is sent again whole. */
const mostBytes = 80 * 1024 * 1024
const mostFiles = 200
/** Maximum number of names that are tried for a file that is to stay beside another one. */
const mostOfName = 1_000

/** The files of an upload that come into one folder of the server. */
export type FolderOfUpload = {
  readonly path: FilePath
  /** The folders below the one that was chosen, the outermost first. */
  readonly folders: readonly FileName[]
  readonly files: readonly LocalFile[]
  /**
   * It is empty, or has an empty folder somewhere in it. Such folders are made by calls of their own: no file brings
   * them.
   */
  readonly isMade: boolean
}

/** A file with the name that it gets on the server. */
export type NamedFile = { readonly name: FileName; readonly file: LocalFile }

/** All folders of an upload, each after the one that it is in; those without files of their own too. */
export function foldersOf(
  base: FilePath,
  files: readonly LocalFile[],
  emptyFolders: readonly (readonly FileName[])[] = [],
): FolderOfUpload[] {
  const known = new Map<FilePath, FolderOfUpload & { files: LocalFile[]; isMade: boolean }>()
  /** Notes a folder and those that it is in. */
  function note(folders: readonly FileName[], isMade: boolean) {
    const path = folders.reduce(pathIn, base)
    const folder = known.get(path) ?? { path, folders, files: [], isMade }
    folder.isMade ||= isMade
    known.set(path, folder)
    if (folders.length > 0) note(folders.slice(0, -1), isMade)
    return folder
  }
  for (const file of files) note(file.folders, false).files.push(file)
  for (const folders of emptyFolders) note(folders, true)
  return [...known.values()].sort((a, b) => a.folders.length - b.folders.length)
}

/** A folder of an upload as the server has it; `blocked` where a file is in its place, or in the place of one above. */
export type SeenFolder = FolderOfUpload & {
  readonly standing: 'there' | 'missing' | 'blocked'
  readonly entries: readonly FileEntry[]
}

/** @param above the folder that it is in; undefined for the one that was chosen */
export function standingOf({ folders }: FolderOfUpload, above: SeenFolder | undefined): SeenFolder['standing'] {
  const entry = above?.entries.find(({ name }) => name === folders.at(-1))
  if (above?.standing === 'blocked' || entry?.isFile) return 'blocked'
  return above === undefined || entry !== undefined ? 'there' : 'missing'
}

/** The name of a folder of an upload, safe to show. */
export const shownFolder = ({ folders }: { readonly folders: readonly FileName[] }): string =>
  safeText(folders.join('/'))

/** The name of a file of an upload with the folders that it is in, safe to show. */
export const shownName = ({ folders, name }: Pick<LocalFile, 'folders' | 'name'>): string =>
  shownFolder({ folders: [...folders, name] })

const left = (file: LocalFile, why: LeftOutReason): LeftOutFile => ({ name: shownName(file), why })

/** A name beside one that is taken: `a (2).txt`; null where too many are. */
function freeName(name: FileName, isTaken: (name: string) => boolean): FileName | null {
  for (let n = 2; n <= mostOfName; n += 1) {
    const one = numbered(name, n)
    // A number, blanks and brackets more do not make a valid name invalid.
    if (!isTaken(one)) return one as FileName
  }
  return null
}

/**
 * What becomes of files that come into a folder: what is sent, under which name, and what is left out.
 * @param entries what the folder holds; none for a folder that is not there yet
 */
export function decide(
  files: readonly LocalFile[],
  entries: readonly FileEntry[],
  choice: ExistingChoice,
): { readonly sent: NamedFile[]; readonly leftOut: LeftOutFile[] } {
  const there = new Map(entries.map((entry) => [entry.name as string, entry]))
  const taken = new Set<string>([...there.keys(), ...files.map(({ name }) => name)])
  const sent: NamedFile[] = []
  const leftOut: LeftOutFile[] = []
  for (const file of files) {
    const entry = there.get(file.name)
    if (entry?.isFile === false) {
      leftOut.push(left(file, 'folder-there'))
      continue
    }
    const keepBoth = () => (choice === 'keep-both' ? freeName(file.name, (name) => taken.has(name)) : null)
    const name = entry === undefined || choice === 'overwrite' ? file.name : keepBoth()
    if (name === null) leftOut.push(left(file, 'exists'))
    else {
      taken.add(name)
      sent.push({ name, file })
    }
  }
  return { sent, leftOut }
}

/** Files that one folder's requests carry, in order. */
export function batchesOf(files: readonly NamedFile[]): NamedFile[][] {
  const batches: NamedFile[][] = []
  let bytes = 0
  for (const one of files) {
    const last = batches.at(-1)
    const fits = last !== undefined && last.length < mostFiles && bytes + one.file.bytes <= mostBytes
    if (fits) last.push(one)
    else batches.push([one])
    bytes = one.file.bytes + (fits ? bytes : 0)
  }
  return batches
}

/** Those that a machine takes, as far as it has told, and those that it does not. */
export function withinLimit<T>(all: readonly T[], fileOf: (one: T) => LocalFile, maxBytes = Number.POSITIVE_INFINITY) {
  const isOver = (one: T) => fileOf(one).bytes > maxBytes
  return {
    files: all.filter((one) => !isOver(one)),
    leftOut: all.filter(isOver).map((one) => left(fileOf(one), 'too-large')),
  }
}
