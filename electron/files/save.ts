import type { ErrorCode } from '../../shared/errors.ts'
import type { FileStamp, FileWriting } from '../../shared/files/contract.ts'
import { type FilePath, maxEditBytes, stampOf } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Ask } from '../servers/ask.ts'
import { createFacts } from '../servers/rights.ts'
import { entryAt, fileAt } from './entries.ts'
import type { MachineBytes } from './machine-bytes.ts'
import { readFromPanel } from './read.ts'
import type { KeptVersions } from './versions.ts'
import { type KeepVersion, type Save, writeBytes } from './write.ts'

/** What a save goes by. */
type SaveOptions = Pick<Save<Uint8Array>, 'seen'> & {
  /** The file's bytes as they were seen, where they are known; else they are read once more. */
  readonly before?: Uint8Array | null
}

type Deps = {
  clock: Clock
  ask: Ask
  versions: Pick<KeptVersions, 'keep'>
  bytes: Pick<MachineBytes, 'toMemory'>
  /** Ends what is read, at the end of the app. */
  signal: AbortSignal
}

/** What a person can mend of the way to a server's machine; the steps of other errors are those of a download. */
const mendable: ReadonlySet<ErrorCode> = new Set(['certificate-refused', 'tls-failed'])

const unread = {
  message: 'The version before could not be read from the server’s machine, so nothing was saved.',
  hint: 'Check your connection, then try again. If it keeps happening, tell your host.',
}

/** Saves bytes to files of servers: each save keeps the version before. */
export function createSaves({ clock, ask, versions, bytes, signal }: Deps) {
  const facts = createFacts(clock)
  const options = { signal }

  /** The bytes by the panel, where the machine could not be reached, or not be trusted. */
  const fromPanel = (ref: ServerRef, path: FilePath, size: number) =>
    ask(ref, 'files-read', async (client, { identifier }) => {
      const convertsText = (await facts(client, { identifier, options }))?.convertsText ?? true
      return readFromPanel(client.files(identifier, options), path, { size, convertsText })
    })

  async function keep(ref: ServerRef, path: FilePath, size: number | null): Promise<Result<void>> {
    if (size === null || size > maxEditBytes) return fail('file-too-large')
    const read = await bytes.toMemory(ref, path, size, signal)
    if (read.ok) return versions.keep(ref, path, read.value)
    // It grew or shrank while it was read: nothing is known to be lost, and nothing was saved.
    if (read.error.code === 'download-wrong') return fail('version-not-kept', { hint: 'Try again in a moment.' })
    if (read.error.code === 'cancelled') return read
    const told = await fromPanel(ref, path, size)
    if (!told.ok) return told
    if (told.value !== null) return versions.keep(ref, path, told.value)
    const { code, hint } = read.error
    return fail('version-not-kept', { ...unread, ...(mendable.has(code) && { hint }) })
  }

  /**
   * Keeps what a save of a server's file is about to replace, byte for byte as it is there.
   * @param before its bytes as they were read; null where they are not known, so that they are read now
   */
  const keepVersion =
    (ref: ServerRef, before: Uint8Array | null): KeepVersion =>
    async (files, path) => {
      if (before !== null) return versions.keep(ref, path, before)
      const entry = await fileAt(files, path)
      return entry.ok ? keep(ref, path, entry.value.size) : entry
    }

  return {
    keepVersion,
    /** Errors beside those of `files:write`: `version-not-kept`, `file-too-large`. */
    async save(
      ref: ServerRef,
      path: FilePath,
      content: Uint8Array,
      { seen, before = null }: SaveOptions,
    ): Promise<Result<FileWriting>> {
      if (content.byteLength > maxEditBytes) return fail('file-too-large')
      return ask(ref, 'files-write', (client, { identifier }) =>
        writeBytes(client.files(identifier, options), { path, seen, content }, keepVersion(ref, before)),
      )
    },
    /** The stamp of a file as it is now; null where it is not there. */
    stampNow: (ref: ServerRef, path: FilePath): Promise<Result<(FileStamp & { isFile: boolean }) | null>> =>
      ask(ref, 'files-read', async (client, { identifier }) => {
        const entry = await entryAt(client.files(identifier, options), path)
        return entry.ok ? ok(entry.value && { ...stampOf(entry.value), isFile: entry.value.isFile }) : entry
      }),
  }
}

export type Saves = ReturnType<typeof createSaves>
