import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStamp } from '../../shared/files/contract.ts'
import { type FileName, maxEditBytes } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { watchFile } from '../lib/watch-file.ts'
import { failuresTo, type Logger } from '../log/logger.ts'
import { localName } from '../transfers/local-name.ts'

/** An editor that writes in steps is done once nothing came for this long, in milliseconds. */
const settleMs = 500

/** By which it is known whether two contents are the same one. */
export const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/**
 * The bytes of a copy that a person's editor has open; null while it is not there, as when an editor replaces it. Error:
 * `file-too-large`.
 */
export async function readCopy(path: string): Promise<Result<Uint8Array | null>> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path, flags).catch(() => null)
  if (handle === null) return ok(null)
  try {
    const seen = await handle.stat()
    if (!seen.isFile()) return ok(null)
    if (seen.size > maxEditBytes) return fail('file-too-large')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxEditBytes + 1), 0, maxEditBytes + 1, 0)
    return bytesRead > maxEditBytes ? fail('file-too-large') : ok(new Uint8Array(buffer.subarray(0, bytesRead)))
  } catch {
    return ok(null)
  } finally {
    await handle.close()
  }
}

/**
 * What is known of a copy by the hash of what the server has, null before the copy is here:
 * - `saved`: nothing is lost with it.
 * - `unsaved`: it has something else.
 * - `missing`: it is not there, or can't be read, as while an editor replaces it.
 */
export async function copyState(of: {
  readonly path: string
  readonly sha256: string | null
}): Promise<'saved' | 'unsaved' | 'missing'> {
  if (of.sha256 === null) return 'saved'
  const copy = await readCopy(of.path)
  if (!copy.ok) return 'unsaved'
  if (copy.value === null) return 'missing'
  return hashOf(copy.value) === of.sha256 ? 'saved' : 'unsaved'
}

/** When something in a folder was written last, in unix milliseconds; null where nothing is in it. */
export async function lastWritten(folder: string): Promise<number | null> {
  // Of what is no folder, its own time.
  const names = await readdir(folder).catch(() => ['.'])
  const seen = await Promise.all(names.map((name) => lstat(join(folder, name)).catch(() => null)))
  const times = seen.flatMap((one) => (one === null ? [] : [one.mtimeMs]))
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * Follows a copy; what an editor writes in steps is told once it is done.
 * @returns ends it
 */
export function followCopy(path: string, to: { clock: Clock; log: Logger; onSettled: () => void }): () => void {
  const { clock, log, onSettled } = to
  let cancel = () => {}
  const onChange = () => {
    cancel()
    cancel = clock.after(settleMs, onSettled)
  }
  const watch = watchFile({ path, clock, onChange, onFailure: failuresTo(log) })
  return () => {
    watch.dispose()
    cancel()
  }
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

/** A file that is open: where its copy is, and what the server has of it as far as it is known. */
export type Edit = {
  readonly path: string
  readonly folder: string
  readonly ending: AbortController
  stamp: FileStamp | null
  /** Null where an earlier run of the app had it. */
  content: Uint8Array | null
  /** Null before the copy is here. */
  sha256: string | null
  isSaving: boolean
  stopWatch: () => void
}

/** One of which nothing is here yet, or what an earlier run left in its folder. */
export const newEdit = (folder: string, name: FileName, has: Pick<Edit, 'stamp' | 'sha256'>): Edit => ({
  path: join(folder, editorName(name)),
  folder,
  ending: new AbortController(),
  content: null,
  isSaving: false,
  stopWatch: () => undefined,
  ...has,
})
