import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Entries } from '../machine/file-tree.ts'
import { gzip } from './gzip.ts'
import { type Filler, tar } from './tar.ts'

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
