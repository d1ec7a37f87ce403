import type { FileEntry, FileList } from '../../shared/files/contract.ts'
import { type FileName, type FilePath, folderOf, nameOf } from '../../shared/files/files.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { ServerFiles } from './panel.ts'

/** What stands at a path, by a fresh look into its folder; null for nothing, and for a folder that is not there. */
export async function entryAt(files: ServerFiles, path: FilePath): Promise<Result<FileEntry | null>> {
  const list = await files.list(folderOf(path))
  if (list.ok) return ok(list.value.entries.find(({ name }) => name === nameOf(path)) ?? null)
  return list.error.code === 'file-not-found' ? ok(null) : list
}

/** A file at a path. Errors: `file-not-found`, `file-is-folder`. */
export async function fileAt(files: ServerFiles, path: FilePath): Promise<Result<FileEntry>> {
  const entry = await entryAt(files, path)
  if (!entry.ok) return entry
  if (entry.value === null) return fail('file-not-found')
  return entry.value.isFile ? ok(entry.value) : fail('file-is-folder')
}

const quoted = (name: FileName) => `“${safeText(name, 80)}”`

/**
 * A fresh look into a folder in which things are to be changed. Error: `file-not-found`, which names what is not there any
 * more: panels take many a change of nothing for a success.
 */
export async function listWith(
  files: ServerFiles,
  folder: FilePath,
  names: readonly FileName[],
): Promise<Result<FileList>> {
  const list = await files.list(folder)
  if (!list.ok) return list
  const there = new Set(list.value.entries.map(({ name }) => name))
  const missing = names.filter((name) => !there.has(name))
  const [first] = missing
  if (first === undefined) return list
  const rest = missing.length === 1 ? 'is' : `and ${missing.length - 1} more are`
  return fail('file-not-found', { message: `${quoted(first)} ${rest} not there any more. Nothing was changed.` })
}

/** Error `file-exists`, with the name. */
export const alreadyThere = (name: FileName): Result<never> =>
  fail('file-exists', { message: `There is a file or folder named ${quoted(name)} already. Nothing was changed.` })
