import { type FilePath, type FileStamp, type FileWriting, maxEditBytes, stampOf } from '../../shared/model/file.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Ask } from '../servers/ask.ts'
import type { MachineBytes } from './machine-bytes.ts'
import { entryAt, fileAt } from './place.ts'
import type { KeptVersions } from './versions.ts'
import { type KeepVersion, type Save, writeBytes } from './write.ts'

/** What a save goes by. */
type SaveOptions = Pick<Save<Uint8Array>, 'seen'> & {
  /** The file's bytes as they were seen, where they are known; else they are read once more. */
  readonly before?: Uint8Array
}

type Deps = {
  ask: Ask
  versions: Pick<KeptVersions, 'keep'>
  bytes: Pick<MachineBytes, 'toMemory'>
  /** Ends what is read, at the end of the app. */
  signal: AbortSignal
}

/** Saves bytes that do not come from the window: each save keeps the version before. */
export type Saves = {
  /** Errors beside those of `files:write`: `version-not-kept`, `file-too-large`. */
  save(ref: ServerRef, path: FilePath, content: Uint8Array, options: SaveOptions): Promise<Result<FileWriting>>
  /** The stamp of a file as it is now; null where it is not there. */
  stampNow(ref: ServerRef, path: FilePath): Promise<Result<(FileStamp & { isFile: boolean }) | null>>
  /** Keeps what a save of a server's file is about to replace, as its machine has it. */
  keepVersion(ref: ServerRef): KeepVersion
}

export function createSaves({ ask, versions, bytes, signal }: Deps): Saves {
  async function keep(ref: ServerRef, path: FilePath, size: number | null): Promise<Result<void>> {
    if (size === null || size > maxEditBytes) return fail('file-too-large')
    const read = await bytes.toMemory(ref, path, size, signal)
    if (read.ok) return versions.keep(ref, path, read.value)
    // It grew or shrank while it was read: nothing is known to be lost, and nothing was saved.
    return read.error.code === 'download-wrong' ? fail('version-not-kept', { hint: 'Try again in a moment.' }) : read
  }

  const keepVersion =
    (ref: ServerRef): KeepVersion =>
    async (place, path) => {
      const entry = await fileAt(place, path)
      return entry.ok ? keep(ref, path, entry.value.size) : entry
    }

  return {
    keepVersion,
    async save(ref, path, content, { seen, before }) {
      if (content.byteLength > maxEditBytes) return fail('file-too-large')
      const keep: KeepVersion = before === undefined ? keepVersion(ref) : async () => versions.keep(ref, path, before)
      return ask(ref, 'files-write', ({ files }, { identifier }) =>
        writeBytes({ files, identifier, options: { signal } }, { path, seen, content }, keep),
      )
    },
    stampNow: (ref, path) =>
      ask(ref, 'files-read', async ({ files }, { identifier }) => {
        const entry = await entryAt({ files, identifier, options: { signal } }, path)
        return entry.ok ? ok(entry.value && { ...stampOf(entry.value), isFile: entry.value.isFile }) : entry
      }),
  }
}
