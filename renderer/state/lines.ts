import { createListeners } from '../../shared/listeners.ts'
import { maxConsoleLines } from '../../shared/model/console.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'

/** Maximum length of one server's lines in all, in UTF-16 units. */
const maxCharacters = 2_000_000

/** The lines of one server in this window. Each has a fixed position, counted up from 0; the oldest are dropped. */
export type Lines = {
  /** The position of the oldest kept line. */
  readonly first: number
  /** The position after the newest line. */
  readonly end: number
  /** Counts up with every `clear`. */
  readonly epoch: number
  /** The `seq` of the newest line; 0 before any. */
  readonly lastSeq: number
  /** The line at a position; undefined once dropped. */
  at(position: number): ConsoleLine | undefined
  /** Adds lines, leaving out known ones. `isCut` where some in between were lost for good. */
  take(lines: readonly ConsoleLine[], isCut?: boolean): void
  /**
   * Drops all lines.
   * @param upTo `seq` of the newest line that the app dropped too: lines up to it count as received
   */
  clear(upTo: number): void
  /** Calls `listener` after lines were added or dropped. */
  subscribe(listener: () => void): () => void
}

/** A gap's mark that the window makes itself, as no line of the app tells of the loss. */
export function gapLine(before: ConsoleLine, text: string): ConsoleLine {
  return { seq: before.seq, at: before.at, kind: 'gap', text }
}

const lengthOf = (lines: readonly ConsoleLine[]) => lines.reduce((sum, { text }) => sum + text.length, 0)

export function createLines(limit = maxConsoleLines): Lines {
  let kept: ConsoleLine[] = []
  let first = 0
  let epoch = 0
  let lastSeq = 0
  let characters = 0
  const listeners = createListeners()
  const trim = () => {
    let over = Math.max(0, kept.length - limit)
    characters -= lengthOf(kept.slice(0, over))
    for (; characters > maxCharacters; over += 1) characters -= kept[over]?.text.length ?? 0
    if (over === 0) return
    kept = kept.slice(over)
    first += over
  }
  return {
    get first() {
      return first
    },
    get end() {
      return first + kept.length
    },
    get epoch() {
      return epoch
    },
    get lastSeq() {
      return lastSeq
    },
    at: (position) => kept[position - first],
    take(lines, isCut = false) {
      const fresh: ConsoleLine[] = []
      for (const line of lines) {
        if (line.seq <= lastSeq) continue
        const isHole = lastSeq > 0 && line.seq > lastSeq + 1
        if (isHole || (isCut && fresh.length === 0)) fresh.push(gapLine(line, 'earlier lines are kept no more'))
        fresh.push(line)
        lastSeq = line.seq
      }
      if (fresh.length === 0) return
      kept.push(...fresh)
      characters += lengthOf(fresh)
      trim()
      listeners.notify()
    },
    clear(upTo) {
      epoch += 1
      lastSeq = Math.max(lastSeq, upTo)
      first += kept.length
      kept = []
      characters = 0
      listeners.notify()
    },
    subscribe: listeners.add,
  }
}
