import { crc32 } from 'node:zlib'

/** Most that one block holds without compression (RFC 1951, 3.2.4). */
const most = 65_535
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const end = Buffer.from([1, 0, 0, 0xff, 0xff])

/**
 * The pieces as a gzip file whose content is stored and not compressed, so that its size is known beforehand and big
 * archives cost no time.
 */
export function* gzip(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let sum = 0
  let size = 0
  /** Large archives repeat one piece, which is wrapped once. */
  let last: { readonly piece: Uint8Array; readonly wrapped: Uint8Array } = {
    piece: new Uint8Array(),
    wrapped: new Uint8Array(),
  }
  yield head
  for (const piece of pieces) {
    sum = crc32(piece, sum)
    size += piece.length
    if (last.piece !== piece) last = { piece, wrapped: wrap(piece) }
    yield last.wrapped
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(size % 2 ** 32, 4)
  yield end
  yield trailer
}

function wrap(piece: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at < piece.length; at += most) {
    const part = piece.subarray(at, at + most)
    const length = Buffer.alloc(5)
    length.writeUInt16LE(part.length, 1)
    length.writeUInt16LE(part.length ^ 0xffff, 3)
    parts.push(length, part)
  }
  return Buffer.concat(parts)
}
