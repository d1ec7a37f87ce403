import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { maxEditBytes } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { localName } from '../transfers/local-name.ts'

/** By which it is known whether two contents are the same one. */
export const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/**
 * The bytes of a copy that a person's editor has open. Errors: `file-too-large`; `editor-copy-gone` while it is not there
 * or can't be read, as when an editor replaces it.
 */
export async function readCopy(path: string): Promise<Result<Uint8Array>> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path, flags).catch(() => null)
  if (handle === null) return fail('editor-copy-gone')
  try {
    const seen = await handle.stat()
    if (!seen.isFile()) return fail('editor-copy-gone')
    if (seen.size > maxEditBytes) return fail('file-too-large')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxEditBytes + 1), 0, maxEditBytes + 1, 0)
    return bytesRead > maxEditBytes ? fail('file-too-large') : ok(new Uint8Array(buffer.subarray(0, bytesRead)))
  } catch {
    return fail('editor-copy-gone')
  } finally {
    await handle.close()
  }
}

/** When something in a folder was written last, in unix milliseconds; null where nothing is in it. */
export async function lastWritten(folder: string): Promise<number | null> {
  // Of what is no folder, its own time.
  const names = await readdir(folder).catch(() => ['.'])
  const seen = await Promise.all(names.map((name) => lstat(join(folder, name)).catch(() => null)))
  const times = seen.flatMap((one) => (one === null ? [] : [one.mtimeMs]))
  return times.length === 0 ? null : Math.max(...times)
}

/** Endings that every system opens in an editor, and never runs. A table (`.csv`) opens where its formulas are run. */
const plainEndings = /\.(?:txt|log|json|ya?ml|md)$/i

/**
 * The name of the copy that the person's own editor gets. A system may run what it opens by its ending, such as `.bat`,
 * `.js`, `.jar` or `.desktop`: so whatever is not known to be a plain text ends in `.txt`.
 */
export function editorName(foreign: string): string {
  const name = localName(foreign)
  return plainEndings.test(name) ? name : `${name}.txt`
}
