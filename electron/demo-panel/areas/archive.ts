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
export async function archiveOf({ entries, fillerBytes, at }: Contents): Promise<Archive> {
  const filler = fillerBytes > 0 ? fillerOf(fillerBytes) : null
  const parts = () => gzip(tar(entries, filler, at))
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

function fillerOf(bytes: number): Filler {
  const piece = new Uint8Array(pieceBytes)
  let value = 1
  for (let at = 0; at < pieceBytes; at += 1) {
    // A generator of pseudo-random numbers (Numerical Recipes), whose upper bits are the better ones.
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0
    piece[at] = value >>> 24
  }
  return { path: '/world/region.bin', bytes, piece }
}

const block = 512

/** A file of so many bytes, all of them a repetition of the same piece, so that it is never held in memory. */
type Filler = { readonly path: string; readonly bytes: number; readonly piece: Uint8Array }

/** The pieces of a tar archive (POSIX ustar) of the files; names longer than 100 bytes are left out. */
export function* tar(entries: Entries, filler: Filler | null, modifiedAt: number): Generator<Uint8Array> {
  for (const [path, { content, modifiedAt: at }] of entries) {
    const name = nameOf(path, content === null)
    if (name.length > 100) continue
    yield header(name, content?.length ?? 0, content === null, at)
    if (content !== null && content.length > 0) yield content
    yield* padding(content?.length ?? 0)
  }
  if (filler !== null) {
    yield header(nameOf(filler.path, false), filler.bytes, false, modifiedAt)
    for (let left = filler.bytes; left > 0; left -= filler.piece.length) {
      yield left >= filler.piece.length ? filler.piece : filler.piece.subarray(0, left)
    }
    yield* padding(filler.bytes)
  }
  yield Buffer.alloc(block * 2)
}

function nameOf(path: string, isDirectory: boolean): Buffer {
  return Buffer.from(`${path.slice(1)}${isDirectory ? '/' : ''}`)
}

/** Each file ends with a whole block. */
function* padding(size: number): Generator<Uint8Array> {
  const missing = (block - (size % block)) % block
  if (missing > 0) yield Buffer.alloc(missing)
}

function header(name: Buffer, size: number, isDirectory: boolean, modifiedAt: number): Buffer {
  const head = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  name.copy(head)
  head.write(`${octal(isDirectory ? 0o755 : 0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  head.write(`${octal(size, 11)}\0${octal(Math.floor(modifiedAt / 1000), 11)}\0`, 124)
  head.write(`        ${isDirectory ? '5' : '0'}`, 148)
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
