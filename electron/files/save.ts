import {
  type FileEntry,
  type FilePath,
  type FileStamp,
  type FileWriting,
  folderOf,
  isSameStamp,
  maxEditBytes,
  nameOf,
  stampOf,
} from '../../shared/model/file.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Ask } from '../servers/ask.ts'
import type { MachineBytes } from './machine-bytes.ts'
import type { KeptVersions } from './versions.ts'

/** What a save goes by. */
export type SaveOptions = {
  /** The file as it was seen; null for one that is not to be there yet. */
  readonly seen: FileStamp | null
  /** Its bytes as they were seen, where they are known; else they are read once more. */
  readonly before?: Uint8Array
}

/**
 * Writes bytes to a file that is still as it was seen, once the version before is kept. Errors beside those of a write:
 * `version-not-kept`, `file-too-large` for what is larger than what is edited here.
 */
export type Save = (
  ref: ServerRef,
  path: FilePath,
  content: Uint8Array,
  options: SaveOptions,
) => Promise<Result<FileWriting>>

/** @param deps.signal ends the reading of what is kept, at the end of the app */
export function createSave(deps: {
  ask: Ask
  versions: Pick<KeptVersions, 'keep'>
  bytes: Pick<MachineBytes, 'toMemory'>
  signal: AbortSignal
}): Save & { entry(ref: ServerRef, path: FilePath): Promise<Result<FileEntry | null>> } {
  const { ask, versions, bytes, signal } = deps

  /** The file as the panel lists it now; null where it is not there. */
  async function entry(ref: ServerRef, path: FilePath): Promise<Result<FileEntry | null>> {
    const listed = await ask(ref, 'files-read', ({ files }, { identifier }) => files.list(identifier, folderOf(path)))
    if (listed.ok) return ok(listed.value.entries.find(({ name }) => name === nameOf(path)) ?? null)
    return listed.error.code === 'file-not-found' ? ok(null) : listed
  }

  async function keep(ref: ServerRef, path: FilePath, { size }: FileEntry, before?: Uint8Array): Promise<Result<void>> {
    if (before !== undefined) return versions.keep(ref, path, before)
    if (size === null || size > maxEditBytes) return fail('file-too-large')
    const read = await bytes.toMemory(ref, path, size, signal)
    return read.ok ? versions.keep(ref, path, read.value) : read
  }

  /** Makes sure that nothing is lost by a write; else what became of the file, so that nothing is written. */
  async function prepare(
    ref: ServerRef,
    path: FilePath,
    { seen, before }: SaveOptions,
  ): Promise<Result<FileWriting | null>> {
    const found = await entry(ref, path)
    if (!found.ok) return found
    const now = found.value
    if (now === null) return ok(seen === null ? null : { kind: 'missing' })
    if (seen === null || !isSameStamp(now, seen)) return ok({ kind: 'changed', stamp: stampOf(now) })
    const kept = await keep(ref, path, now, before)
    return kept.ok ? ok(null) : kept
  }

  const save: Save = async (ref, path, content, options) => {
    if (content.byteLength > maxEditBytes) return fail('file-too-large')
    const prepared = await prepare(ref, path, options)
    if (!prepared.ok) return prepared
    if (prepared.value !== null) return ok(prepared.value)
    const written = await ask(ref, 'files-write', ({ files }, { identifier }) => files.write(identifier, path, content))
    if (!written.ok) return written
    const after = await entry(ref, path)
    return ok({ kind: 'written', stamp: after.ok && after.value !== null ? stampOf(after.value) : null })
  }

  return Object.assign(save, { entry })
}
