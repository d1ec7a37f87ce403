import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { maxEditBytes } from '../../shared/model/file.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

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
