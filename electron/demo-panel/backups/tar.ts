import type { Entries } from '../machine/file-tree.ts'

const block = 512

/** A file of so many bytes, all of them a repetition of the same piece, so that it is never held in memory. */
export type Filler = { readonly path: string; readonly bytes: number; readonly piece: Uint8Array }

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
