import type { FileStamp, FileWriting } from '../../shared/files/contract.ts'
import { type FilePath, isSameStamp, stampOf } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { entryAt } from './entries.ts'
import type { ServerFiles } from './panel.ts'

/** A save of a file as the person saw it; `seen` null for one that is not to be there yet. */
export type Save = { readonly path: FilePath; readonly seen: FileStamp | null; readonly content: Uint8Array }

/** Keeps what a save is about to replace; an error ends the save. */
export type KeepVersion = () => Promise<Result<void>>

/** Why a file may not be written now; null where it is as it was seen. */
function unlike(seen: FileStamp | null, now: FileStamp | null): FileWriting | null {
  if (now === null) return seen === null ? null : { kind: 'missing' }
  return seen !== null && isSameStamp(seen, now) ? null : { kind: 'changed', stamp: stampOf(now) }
}

const inBytes = (bytes: number | null | undefined) => (bytes == null ? 'an unknown number of' : String(bytes))

/**
 * Writes bytes to a file that is still as it was seen, by a look right before. No panel can be asked to write only then,
 * so that what happens between that look and the write is not noticed (the panel's API, part 2, *Files*). Afterwards one
 * more look tells the new stamp, and whether all of it arrived.
 */
export async function writeBytes(
  files: ServerFiles,
  { path, seen, content: bytes }: Save,
  keep: KeepVersion | null,
): Promise<Result<FileWriting>> {
  const kept = seen === null ? ok() : await keep?.()
  if (kept?.ok === false && kept.error.code !== 'file-not-found') return kept
  const before = await entryAt(files, path)
  if (!before.ok) return before
  const difference = unlike(seen, before.value)
  if (difference !== null) return ok(difference)
  const written = await files.write(path, bytes)
  return written.ok || written.error.mayHaveActed ? lookAfter(files, path, bytes, written.ok) : written
}

const notThere = {
  message: 'The panel accepted it, but the file is not there: the server’s machine may have refused it.',
  hint: 'Keep your text, and look at the server in the panel.',
}

/** What the folder shows after a write: its new stamp, or that not all of it is there. */
async function lookAfter(
  files: ServerFiles,
  path: FilePath,
  bytes: Uint8Array,
  isAnswered: boolean,
): Promise<Result<FileWriting>> {
  const after = await entryAt(files, path)
  const size = after.ok ? after.value?.size : null
  if (isAnswered && (!after.ok || size === bytes.byteLength)) {
    return ok({ kind: 'written', stamp: after.ok && after.value !== null ? stampOf(after.value) : null })
  }
  if (isAnswered && after.ok && after.value === null) return fail('write-broken', { ...notThere, mayHaveActed: true })
  const has = `The file on the server has ${inBytes(size)} bytes now, and your text has ${bytes.byteLength}.`
  const message = isAnswered ? `The save may be incomplete. ${has}` : `The save was cut off. ${has}`
  return fail('write-broken', { message, mayHaveActed: true })
}
