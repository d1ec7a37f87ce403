import type { FileHandle } from 'node:fs/promises'

/** A file of an upload. */
export type PartOfUpload = {
  /** The name that it gets there; `canCarry` is true for it. */
  readonly name: string
  readonly bytes: number
  /** Opens it for reading; null where it is not the file any more that it was when the upload was put together. */
  readonly open: () => Promise<Pick<FileHandle, 'read' | 'close'> | null>
}

/** A file of this computer that could not be read to the end that it had. */
export class LocalFileFailure extends Error {
  readonly file: string
  constructor(file: string) {
    super('a file could not be read')
    this.file = file
  }
}

/** How much is read at once, in bytes: two of these are in memory at a time. */
const chunkBytes = 256 * 1024

/**
 * False for a name that multipart forms spell differently from reader to reader: quotes, back slashes and what is
 * invisible.
 */
export const canCarry = (name: string): boolean => !/["\\\p{Cc}\p{Cs}\ufffd]/u.test(name)

const encoder = new TextEncoder()

/** What comes before each file, and after the last one. */
function framesOf(parts: readonly PartOfUpload[], boundary: string) {
  const heads = parts.map(({ name }, at) =>
    encoder.encode(
      `${at === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
  )
  return { heads, end: encoder.encode(`\r\n--${boundary}--\r\n`) }
}

/** Reads exactly as many bytes as the file had. Throws a `LocalFileFailure`. */
async function* bytesOf({ name, bytes, open }: PartOfUpload): AsyncGenerator<Uint8Array> {
  const handle = await open().catch(() => null)
  if (handle === null) throw new LocalFileFailure(name)
  try {
    for (let left = bytes; left > 0; ) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, left))
      const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, null).catch(() => ({ bytesRead: 0 }))
      if (bytesRead === 0) throw new LocalFileFailure(name)
      left -= bytesRead
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    await handle.close().catch(() => undefined)
  }
}

/**
 * A multipart form with files in the field `files` (the panel's API, part 2, *Upload*), made as it is sent.
 * @param onProgress told how many bytes of files have been handed over, for each piece
 */
export function multipartForm(parts: readonly PartOfUpload[], boundary: string, onProgress: (sent: number) => void) {
  const { heads, end } = framesOf(parts, boundary)

  async function* body(): AsyncGenerator<Uint8Array> {
    let sent = 0
    for (const [at, part] of parts.entries()) {
      yield heads[at] ?? end
      for await (const chunk of bytesOf(part)) {
        yield chunk
        sent += chunk.byteLength
        onProgress(sent)
      }
    }
    yield end
  }

  const frames = [...heads, end].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: frames + parts.reduce((sum, { bytes }) => sum + bytes, 0),
    body,
  }
}
