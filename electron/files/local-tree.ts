import { constants, type Stats } from 'node:fs'
import { lstat, open, opendir, realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import type { LeftOutFile, LeftOutReason } from '../../shared/files/contract-moves.ts'
import { type FileName, isFileName, maxShownNames } from '../../shared/files/files.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { canCarry, type PartOfUpload } from '../transfers/multipart.ts'

/** Maximum number of files and folders that one upload takes, and of folders inside each other. */
const mostFiles = 10_000
const mostFolders = 500
const mostDeep = 32

/** A file of this computer that is to go to a server. */
export type LocalFile = {
  readonly name: FileName
  /** The folders that it comes into on the server, the outermost first; none for what was chosen itself. */
  readonly folders: readonly FileName[]
  readonly bytes: number
  readonly open: PartOfUpload['open']
}

export type LocalTree = {
  readonly files: readonly LocalFile[]
  /** Empty folders, each with those that it is in, the outermost first: no file brings them along. */
  readonly emptyFolders: readonly (readonly FileName[])[]
  readonly leftOut: readonly LeftOutFile[]
  readonly leftOutCount: number
}

/** Whether a path is a folder or in it, whatever links lead to it. */
async function isWithin(path: string, folder: string): Promise<boolean> {
  const way = relative(folder, await realpath(path).catch(() => path))
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

/** Opens a file that is still the one that was seen: no link, no pipe, of the same size. */
async function openSeen(path: string, bytes: number): ReturnType<PartOfUpload['open']> {
  // On Windows neither flag exists; there are no pipes in folders there.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  const seen = await handle.stat()
  if (seen.isFile() && seen.size === bytes) return handle
  await handle.close()
  return null
}

/**
 * Finds the files in what a person chose or dropped. Links are not followed, so that nothing goes along that is elsewhere;
 * they, pipes and the like, and names that cannot be sent are left out, and said. Errors: `upload-nothing`,
 * `upload-too-many`.
 * @param paths absolute paths that the system gave
 * @param profile the app's own folder: nothing in it goes along
 */
export async function readLocalTree(paths: readonly string[], profile: string): Promise<Result<LocalTree>> {
  const files: LocalFile[] = []
  const emptyFolders: (readonly FileName[])[] = []
  const leftOut: LeftOutFile[] = []
  const taken = new Set<string>()
  let leftOutCount = 0
  let folderCount = 0
  let isTooMuch = false
  const own = await realpath(profile).catch(() => profile)

  function leave(folders: readonly string[], name: string, why: LeftOutReason): void {
    leftOutCount += 1
    if (leftOut.length < maxShownNames) leftOut.push({ name: safeText([...folders, name].join('/')), why })
  }

  /** Why something that can be read does not go along. Below a chosen folder only another one can be the app's own. */
  async function whyNot(path: string, seen: Stats, isChosen: boolean): Promise<LeftOutReason | null> {
    if (seen.isSymbolicLink()) return 'link'
    if (!seen.isDirectory() && !seen.isFile()) return 'special'
    return (isChosen || seen.isDirectory()) && (await isWithin(path, own)) ? 'own' : null
  }

  async function take(path: string, folders: readonly FileName[]): Promise<void> {
    if (isTooMuch) return
    const name = basename(path)
    if (!isFileName(name) || !canCarry(name)) return leave(folders, name, 'name')
    const seen = await lstat(path).catch(() => null)
    if (seen === null) return leave(folders, name, 'unreadable')
    const why = await whyNot(path, seen, folders.length === 0)
    if (why !== null) return leave(folders, name, why)
    if (seen.isDirectory()) return takeFolder(path, [...folders, name])
    const place = [...folders, name].join('/')
    // Two things of one name from different folders come to the same place.
    if (taken.has(place)) return leave(folders, name, 'exists')
    taken.add(place)
    isTooMuch = files.length >= mostFiles
    files.push({ name, folders, bytes: seen.size, open: () => openSeen(path, seen.size) })
  }

  async function takeFolder(path: string, folders: readonly FileName[]): Promise<void> {
    folderCount += 1
    isTooMuch ||= folderCount > mostFolders || folders.length > mostDeep
    if (isTooMuch) return
    const count = () => files.length + emptyFolders.length
    const before = count()
    try {
      for await (const { name } of await opendir(path)) await take(join(path, name), folders)
    } catch {
      return leave(folders.slice(0, -1), basename(path), 'unreadable')
    }
    if (count() === before) emptyFolders.push(folders)
  }

  for (const path of paths) await take(path, [])
  if (isTooMuch) return fail('upload-too-many')
  if (files.length + emptyFolders.length + leftOutCount === 0) return fail('upload-nothing')
  return ok({ files, emptyFolders, leftOut, leftOutCount })
}
