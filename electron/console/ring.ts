import { maxConsoleLines } from '../../shared/model/console.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'

/** In UTF-16 units: 4 MB as JavaScript keeps plain text at most. */
const maxCharacters = 2_000_000
/** What a line costs beside its text. */
const overhead = 64

export type NewLine = Omit<ConsoleLine, 'seq'>

/** A text with memory of its own: a part of a longer one would keep all of that alive. */
const owned = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')

/**
 * The last lines of one server's console, bounded in number and in size.
 * @param before the number of the newest line of an earlier ring of the same server, where there was one
 */
export function createRing(before = 0) {
  // A queue over an array whose dead head is cut off now and then, so that adding stays cheap.
  let lines: ConsoleLine[] = []
  let head = 0
  let characters = 0
  let seq = before
  /** The number of the newest line that was cleared by a person; those are not missed. */
  let clearedAt = before

  const cost = (line: ConsoleLine) => line.text.length + overhead

  function trim(): void {
    while (lines.length - head > maxConsoleLines || characters > maxCharacters) {
      const oldest = lines[head]
      if (oldest === undefined) break
      characters -= cost(oldest)
      head += 1
    }
    if (head > lines.length / 2) {
      lines = lines.slice(head)
      head = 0
    }
  }

  return {
    /** Adds a line, and drops the oldest that no longer fit. */
    add(line: NewLine): ConsoleLine {
      seq += 1
      const numbered = { seq, ...line, text: owned(line.text) }
      lines.push(numbered)
      characters += cost(numbered)
      trim()
      return numbered
    },
    /** The lines after `seq`, oldest first; `isCut` where some of them are kept no more. */
    after(wanted: number): { lines: ConsoleLine[]; isCut: boolean } {
      const oldest = lines[head]
      if (oldest === undefined) return { lines: [], isCut: false }
      const from = Math.max(0, wanted + 1 - oldest.seq)
      return { lines: lines.slice(head + from), isCut: wanted > 0 && Math.max(wanted, clearedAt) + 1 < oldest.seq }
    },
    /** The number of the newest line; 0 before the first. */
    last: (): number => seq,
    /** Drops all lines; returns the number of the newest. */
    clear(): number {
      lines = []
      head = 0
      characters = 0
      clearedAt = seq
      return seq
    },
  }
}
