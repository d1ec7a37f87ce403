import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { maxEditBytes } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { readBounded } from '../lib/read-bounded.ts'
import { localName } from '../transfers/local-name.ts'

/** By which it is known whether two contents are the same one. */
export const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/**
 * The bytes of a copy that a person's editor has open. Errors: `file-too-large`; `editor-copy-gone` while it is not there
 * or can't be read, as when an editor replaces it.
 */
export async function readCopy(path: string): Promise<Result<Uint8Array>> {
  const read = await readBounded(path, maxEditBytes, constants.O_NOFOLLOW ?? 0).catch(() => 'no-file' as const)
  if (read === 'no-file') return fail('editor-copy-gone')
  return read === 'too-large' ? fail('file-too-large') : ok(read)
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
