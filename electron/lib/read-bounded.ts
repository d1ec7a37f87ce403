import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * The bytes of a file that may be anybody's: `no-file` for what is no plain one, `too-large` beyond `maxBytes`, of which
 * no more are ever read. Rejects where it cannot be opened or read.
 * @param flags more flags to open it with, such as `O_NOFOLLOW`; Windows knows none
 */
export async function readBounded(path: string, maxBytes: number, flags = 0) {
  // Non-blocking, so that a pipe without a writer does not hang.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags)
  try {
    const seen = await file.stat()
    if (!seen.isFile()) return 'no-file'
    if (seen.size > maxBytes) return 'too-large'
    // The file may grow after its size was read, so the bound is checked again.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0)
    return bytesRead > maxBytes ? 'too-large' : new Uint8Array(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
