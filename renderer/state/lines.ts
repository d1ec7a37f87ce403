import { type ConsoleLine, maxConsoleLines } from '../../shared/model/console-line.ts'

/** Maximum length of the text of one server's lines, in UTF-16 units. */
const maxCharacters = 2_000_000

/**
 * The lines of one server as the window has them. Every line has a position that counts up from 0 and stays,
 * while the oldest lines go.
 */
export type Lines = {
  /** The position of the oldest line that is kept. */
  readonly first: number
  /** The position after the newest line. */
  readonly end: number
  /** Counts up with every `clear`. */
  readonly epoch: number
  /** The `seq` of the newest line that came, 0 before any. */
  readonly lastSeq: number
  /** The line at a position, while it is kept. */
  at(position: number): ConsoleLine | undefined
  /** Takes lines in; those that came before are left out. `isCut` where some between were lost for good. */
  take(lines: readonly ConsoleLine[], isCut?: boolean): void
  /** Drops all lines. @param upTo the newest of those that are not missed: they came no further than the app */
  clear(upTo: number): void
  /** Told after lines came or went. */
  subscribe(listener: () => void): () => void
}

/** A mark that the window sets itself, since no line came that tells of the loss. */
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
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
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
      tell()
    },
    clear(upTo) {
      epoch += 1
      lastSeq = Math.max(lastSeq, upTo)
      first += kept.length
      kept = []
      characters = 0
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
