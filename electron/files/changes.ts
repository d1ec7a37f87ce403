import { type FileName, type FilePath, folderOf, isWithin, nameOf, pathIn } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { alreadyThere, entryAt, listWith } from './entries.ts'
import type { MovedFile, ServerFiles } from './panel.ts'

/** Maximum number of folders into which one move goes. */
const maxTargets = 20

/** Makes a folder, after a look: panels answer with success where one is there already. Error: `file-exists`. */
export async function createFolder(files: ServerFiles, folder: FilePath, name: FileName): Promise<Result<void>> {
  const known = await entryAt(files, pathIn(folder, name))
  if (!known.ok) return known
  return known.value === null ? files.createFolder(folder, name) : alreadyThere(name)
}

/** The names that are taken in the folders into which things are to go. A folder that is not there yet has none. */
async function takenIn(files: ServerFiles, moves: readonly MovedFile[]): Promise<Result<ReadonlySet<string>>> {
  const taken = new Set<string>()
  const folders = new Set(moves.map(({ to }) => folderOf(to)))
  if (folders.size > maxTargets) return fail('invalid-request')
  for (const folder of folders) {
    const list = await files.list(folder)
    if (!list.ok && list.error.code !== 'file-not-found') return list
    for (const { name } of list.ok ? list.value.entries : []) taken.add(pathIn(folder, name))
  }
  return ok(taken)
}

/** Gives things of a folder another name or place, all of them or, where a look says so, none. */
export async function move(files: ServerFiles, folder: FilePath, moves: readonly MovedFile[]): Promise<Result<void>> {
  const targets = new Set(moves.map(({ to }) => to))
  if (targets.size < moves.length || moves.some(({ to }) => nameOf(to) === null)) return fail('invalid-request')
  if (moves.some(({ name, to }) => isWithin(to, pathIn(folder, name)) && to !== pathIn(folder, name))) {
    return fail('file-refused', { message: 'A folder can’t be moved into itself.', hint: 'Choose another place.' })
  }
  const known = await listWith(
    files,
    folder,
    moves.map(({ name }) => name),
  )
  if (!known.ok) return known
  const taken = await takenIn(files, moves)
  if (!taken.ok) return taken
  const clash = nameOf([...targets].find((to) => taken.value.has(to)) ?? ('/' as FilePath))
  if (clash !== null) return alreadyThere(clash)
  return files.move(folder, moves)
}

const onlyFiles = { message: 'A folder can’t be copied there, only files.', hint: 'Compress it instead.' }

/** Copies a file beside itself. Gives the copy's name; null where the folder does not show one new file. */
export async function copy(files: ServerFiles, path: FilePath): Promise<Result<{ name: FileName | null }>> {
  const folder = folderOf(path)
  const before = await files.list(folder)
  if (!before.ok) return before
  const original = before.value.entries.find(({ name }) => name === nameOf(path))
  if (original === undefined) return fail('file-not-found')
  if (!original.isFile) return fail('file-refused', onlyFiles)
  const copied = await files.copy(path)
  if (!copied.ok) return copied
  const after = await files.list(folder)
  const old = new Set(before.value.entries.map(({ name }) => name))
  const fresh = after.ok ? after.value.entries.filter(({ name }) => !old.has(name)) : []
  return ok({ name: fresh.length === 1 ? (fresh[0]?.name ?? null) : null })
}

/** Deletes things of a folder; those that are still there afterwards, since a success does not say that all are gone. */
export async function remove(
  files: ServerFiles,
  folder: FilePath,
  names: readonly FileName[],
): Promise<Result<{ left: FileName[] }>> {
  const before = await listWith(files, folder, names)
  if (!before.ok) return before
  const removed = await files.remove(folder, names)
  const after = await files.list(folder)
  if (!after.ok) return removed.ok ? ok({ left: [] }) : removed
  const there = new Set(after.value.entries.map(({ name }) => name))
  const left = names.filter((name) => there.has(name))
  if (removed.ok || left.length === 0) return ok({ left })
  if (left.length === names.length) return removed
  const message = `${names.length - left.length} of ${names.length} were deleted, then it failed. ${removed.error.message}`
  return fail({ ...removed.error, message })
}

/** @param mode octal digits */
export async function chmod(
  files: ServerFiles,
  folder: FilePath,
  names: readonly FileName[],
  mode: string,
): Promise<Result<void>> {
  const known = await listWith(files, folder, names)
  return known.ok ? files.chmod(folder, names, mode) : known
}
