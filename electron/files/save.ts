import type { ErrorCode } from '../../shared/errors.ts'
import { type FilePath, maxEditBytes } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { entryAt, fileAt } from './entries.ts'
import type { FilesAt, FilesReach } from './reach.ts'
import { readBytes } from './read.ts'
import type { KeptVersions } from './versions.ts'
import { type Save, writeBytes } from './write.ts'

/** What a save goes by. */
type SaveOptions = Pick<Save, 'seen'> & {
  /** The file's bytes as they were seen, where they are known; else they are read once more. */
  readonly before?: Uint8Array | null
}

/** What a person can mend of the way to a server's machine; the steps of other errors are those of a download. */
const mendable: ReadonlySet<ErrorCode> = new Set(['certificate-refused', 'tls-failed'])

const unread = {
  message: 'The version before could not be read from the server’s machine, so nothing was saved.',
  hint: 'Check your connection, then try again. If it keeps happening, tell your host.',
}

type Deps = { on: FilesReach['on']; versions: Pick<KeptVersions, 'keep'> }

/** Saves bytes to files of servers: each save keeps the version before. */
export function createSaves({ on, versions }: Deps) {
  /** The bytes that a file has now, by the panel where that gives them as they are, else by the server's machine. */
  async function bytesNow({ files, way, facts }: FilesAt, path: FilePath): Promise<Result<Uint8Array>> {
    const entry = await fileAt(files, path)
    if (!entry.ok) return entry
    const { size } = entry.value
    if (size === null || size > maxEditBytes) return fail('file-too-large')
    const read = await readBytes(files, way, path, { size, convertsText: (await facts())?.convertsText ?? true })
    if (!read.ok) return read
    const { bytes, converted } = read.value
    if (converted !== null) {
      const { code, hint } = converted
      return fail('version-not-kept', { ...unread, ...(mendable.has(code) && { hint }) })
    }
    // It grew or shrank while it was read: nothing is known to be lost.
    return bytes.byteLength === size ? ok(bytes) : fail('version-not-kept', { hint: 'Try again in a moment.' })
  }

  return {
    /** Errors beside those of any change: `file-too-large`, `version-not-kept`, `write-broken`, `server-disk-full`. */
    async save(ref: ServerRef, path: FilePath, content: Uint8Array, { seen, before = null }: SaveOptions) {
      if (content.byteLength > maxEditBytes) return fail('file-too-large')
      async function keep(): Promise<Result<void>> {
        const replaced = before === null ? await on(ref, 'files-read', (at) => bytesNow(at, path)) : ok(before)
        return replaced.ok ? versions.keep(ref, path, replaced.value) : replaced
      }
      return on(ref, 'files-write', ({ files }) => writeBytes(files, { path, seen, content }, keep))
    },
    /** What is at a path now; null for nothing. */
    entryNow: (ref: ServerRef, path: FilePath) => on(ref, 'files-read', ({ files }) => entryAt(files, path)),
  }
}

export type Saves = ReturnType<typeof createSaves>
