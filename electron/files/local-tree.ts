import { constants } from 'node:fs'
import { lstat, open, opendir } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
 */
export async function readLocalTree(paths: readonly string[]): Promise<Result<LocalTree>> {
  const files: LocalFile[] = []
  const emptyFolders: (readonly FileName[])[] = []
  const leftOut: LeftOutFile[] = []
  const taken = new Set<string>()
  let leftOutCount = 0
  let folderCount = 0
  let isTooMuch = false

  function leave(folders: readonly string[], name: string, why: LeftOutReason): void {
    leftOutCount += 1
    if (leftOut.length < maxShownNames) leftOut.push({ name: safeText([...folders, name].join('/')), why })
  }

  async function take(path: string, folders: readonly FileName[]): Promise<void> {
    if (isTooMuch) return
    const name = basename(path)
    if (!isFileName(name) || !canCarry(name)) return leave(folders, name, 'name')
    const seen = await lstat(path).catch(() => null)
    if (seen === null) return leave(folders, name, 'unreadable')
    if (seen.isSymbolicLink()) return leave(folders, name, 'link')
    if (seen.isDirectory()) return takeFolder(path, [...folders, name])
    if (!seen.isFile()) return leave(folders, name, 'special')
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
