import { lineKinds, maxConsoleLines } from '../../shared/model/console.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'

/** In UTF-16 units, of two bytes each. */
const maxCharacters = 2_000_000
const unit = 2

export type NewLine = Omit<ConsoleLine, 'seq'>

/**
 * The last lines of one server's console, bounded in number and in size. They are kept as bytes that are written over and
 * over: as objects, those of a flood would all grow old enough to be cleaned up seldom, and take five times their size.
 * @param before the number of the newest line of an earlier ring of the same server, where there was one
 */
export function createRing(before = 0) {
  const texts = Buffer.allocUnsafeSlow(maxCharacters * unit)
  /** Of each line by its number, modulo: where its text is, in bytes, its kind, and when it came; NaN where that is not known. */
  const from = new Uint32Array(maxConsoleLines)
  const to = new Uint32Array(maxConsoleLines)
  const kinds = new Uint8Array(maxConsoleLines)
  const times = new Float64Array(maxConsoleLines)
  const entryIds = new Map<number, string>()
  let seq = before
  /** The number of the oldest line that is kept; the next one's where none is. */
  let oldest = before + 1
  /** Where the next text goes, in bytes. */
  let end = 0
  /** The number of the newest line that was cleared by a person; those are not missed. */
  let clearedAt = before

  const placeOf = (line: number) => line % maxConsoleLines
  const startOf = (line: number) => from[placeOf(line)] ?? 0

  function dropWhile(isInTheWay: () => boolean): void {
    for (; oldest <= seq && isInTheWay(); oldest += 1) entryIds.delete(oldest)
  }

  /** Where a text of so many bytes fits in one piece, once what is in the way is dropped: the oldest lines come next there. */
  function makeRoom(size: number): number {
    if (end + size > texts.length) {
      dropWhile(() => startOf(oldest) >= end)
      end = 0
    }
    const start = end
    dropWhile(() => seq - oldest + 1 >= maxConsoleLines || (startOf(oldest) >= start && startOf(oldest) < start + size))
    return start
  }

  function read(line: number): ConsoleLine {
    const at = placeOf(line)
    const [time = Number.NaN, entryId] = [times[at], entryIds.get(line)]
    return {
      seq: line,
      at: Number.isNaN(time) ? null : time,
      kind: lineKinds[kinds[at] ?? 0] ?? 'output',
      text: texts.toString('utf16le', from[at], to[at]),
      ...(entryId !== undefined && { entryId }),
    }
  }

  return {
    /** Adds a line, and drops the oldest that no longer fit. */
    add({ at, kind, text, entryId }: NewLine): void {
      // One more, so that no two begin at the same place.
      const size = (text.length + 1) * unit
      const start = makeRoom(size)
      end = start + size
      seq += 1
      const place = placeOf(seq)
      from[place] = start
      to[place] = start + texts.write(text, start, 'utf16le')
      kinds[place] = lineKinds.indexOf(kind)
      times[place] = at ?? Number.NaN
      if (entryId !== undefined) entryIds.set(seq, entryId)
    },
    /** The lines after `seq`, oldest first; `isCut` where some of them are kept no more. */
    after(wanted: number): { lines: ConsoleLine[]; isCut: boolean } {
      if (oldest > seq) return { lines: [], isCut: false }
      const first = Math.max(oldest, wanted + 1)
      const lines = Array.from({ length: Math.max(0, seq - first + 1) }, (_, i) => read(first + i))
      return { lines, isCut: wanted > 0 && Math.max(wanted, clearedAt) + 1 < oldest }
    },
    /** The number of the newest line; 0 before the first. */
    last: (): number => seq,
    /** Drops all lines; returns the number of the newest. */
    clear(): number {
      dropWhile(() => true)
      clearedAt = seq
      return seq
    },
  }
}
