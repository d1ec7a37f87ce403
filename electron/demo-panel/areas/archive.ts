import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Entries } from '../machine/file-tree.ts'

/** An archive of a server's files. It is made anew each time that it is read, always with the same bytes. */
export type Archive = {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha1: string
  parts(): Iterable<Uint8Array>
}

/** An archive with its true size and checksum. */
export function archiveOf(parts: Archive['parts']): Archive {
  const hash = createHash('sha1')
  let bytes = 0
  for (const part of parts()) {
    hash.update(part)
    bytes += part.length
  }
  return { bytes, sha1: hash.digest('hex'), parts }
}

/**
 * The files as a tar archive (POSIX ustar), in pieces of gzip whose content is stored and not compressed, so that it
 * costs no time. Names longer than 100 bytes are left out.
 */
export function* packed(entries: Entries): Generator<Uint8Array> {
  for (const piece of tar(entries)) yield gzipSync(piece, { level: 0 })
}

const block = 512

function* tar(entries: Entries): Generator<Uint8Array> {
  for (const [path, { content, modifiedAt }] of entries) {
    const name = Buffer.from(`${path.slice(1)}${content === null ? '/' : ''}`)
    if (name.length > 100) continue
    const size = content?.length ?? 0
    yield header(name, size, content === null, modifiedAt)
    if (content === null || size === 0) continue
    yield content
    // Each file ends with a whole block.
    if (size % block > 0) yield Buffer.alloc(block - (size % block))
  }
  yield Buffer.alloc(block * 2)
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
