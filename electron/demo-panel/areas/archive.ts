import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Entries } from '../machine/file-tree.ts'

/** An archive of a server's files. It is made anew each time that it is read, always with the same bytes. */
export type Archive = {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha1: string
  parts(): Iterable<Uint8Array>
}

/** What is archived: the files, and one more of so many bytes. */
export type Contents = { readonly entries: Entries; readonly fillerBytes: number; readonly at: number }

const pieceBytes = 1024 * 1024
/** Other work gets its turn after so many bytes. */
const turnBytes = 16 * pieceBytes

/** The archive of the contents, with its true size and checksum. Large ones take seconds, in many turns. */
export async function archiveOf(contents: Contents): Promise<Archive> {
  const piece = contents.fillerBytes > 0 ? randomPiece() : new Uint8Array()
  const parts = () => gzip(tar(contents, piece))
  const hash = createHash('sha1')
  let bytes = 0
  let turn = 0
  for (const part of parts()) {
    hash.update(part)
    bytes += part.length
    turn += part.length
    if (turn < turnBytes) continue
    turn = 0
    await setImmediate()
  }
  return { bytes, sha1: hash.digest('hex'), parts }
}

function randomPiece(): Uint8Array {
  const piece = new Uint8Array(pieceBytes)
  let value = 1
  for (let at = 0; at < pieceBytes; at += 1) {
    // A generator of pseudo-random numbers (Numerical Recipes), whose upper bits are the better ones.
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0
    piece[at] = value >>> 24
  }
  return piece
}

const block = 512

/**
 * The pieces of a tar archive (POSIX ustar) of the files; names longer than 100 bytes are left out. The filler repeats
 * its one piece, so that it is never held in memory.
 */
export function* tar(
  { entries, fillerBytes, at }: Contents,
  piece: Uint8Array = new Uint8Array(),
): Generator<Uint8Array> {
  for (const [path, { content, modifiedAt }] of entries) {
    const head = headOf(path, content?.length ?? null, modifiedAt)
    if (head === null) continue
    yield head
    if (content !== null && content.length > 0) yield content
    yield* padding(content?.length ?? 0)
  }
  if (fillerBytes > 0) {
    yield headOf('/world/region.bin', fillerBytes, at) ?? piece
    for (let left = fillerBytes; left > 0; left -= piece.length) yield piece.subarray(0, left)
    yield* padding(fillerBytes)
  }
  yield Buffer.alloc(block * 2)
}

/** Each file ends with a whole block. */
function* padding(size: number): Generator<Uint8Array> {
  const missing = (block - (size % block)) % block
  if (missing > 0) yield Buffer.alloc(missing)
}

/** What stands before a file, or a folder where the size is null; null for a name that is too long. */
function headOf(path: string, size: number | null, modifiedAt: number): Buffer | null {
  const name = Buffer.from(`${path.slice(1)}${size === null ? '/' : ''}`)
  if (name.length > 100) return null
  const head = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  name.copy(head)
  head.write(`${octal(size === null ? 0o755 : 0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  head.write(`${octal(size ?? 0, 11)}\0${octal(Math.floor(modifiedAt / 1000), 11)}\0`, 124)
  head.write(`        ${size === null ? '5' : '0'}`, 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 6)}\0 `, 148)
  return head
}

/**
 * The pieces as a gzip file of one member each, whose content is stored and not compressed, so that big archives cost no
 * time.
 */
export function* gzip(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  /** Large archives repeat one piece, which is wrapped once. */
  let last: { readonly piece: Uint8Array; readonly wrapped: Uint8Array } | undefined
  for (const piece of pieces) {
    if (last?.piece !== piece) last = { piece, wrapped: gzipSync(piece, { level: 0 }) }
    yield last.wrapped
  }
}
