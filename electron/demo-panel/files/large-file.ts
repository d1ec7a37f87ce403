import { baseName, type Entry, sizeOf } from '../machine/file-tree.ts'
import type { Download } from '../panel/transfers.ts'

/** A second of a log; longer ones repeat it. */
const line = '[12:00:00] [Server thread/INFO]: Can’t keep up! Is the server overloaded? Running 2000 ms behind\n'
const piece = Buffer.from(line.repeat(1_000))

/** A file whose lines before its own content are made as it is read. */
export function largeFile(path: string, entry: Entry): Download {
  const { content, fillerBytes = 0 } = entry
  return {
    name: baseName(path),
    bytes: sizeOf(entry),
    async *parts() {
      for (let left = fillerBytes; left > 0; left -= piece.length) {
        yield left >= piece.length ? piece : piece.subarray(piece.length - left)
      }
      if (content !== null) yield content
    },
  }
}
