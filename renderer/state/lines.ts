import { createListeners } from '../../shared/listeners.ts'
import { maxConsoleLines } from '../../shared/model/console.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'

/** Maximum length of the lines that wait, in UTF-16 units. */
const maxCharacters = 2_000_000
/** What a line takes beside its text, in UTF-16 units: its end, its time, its colours. */
const overhead = 40

/** A gap's mark that the window makes itself, as no line of the app tells of the loss. */
const gapLine = ({ seq, at }: ConsoleLine, text: string): ConsoleLine => ({ seq, at, kind: 'gap', text })

export function createLines(limit = maxConsoleLines) {
  let waiting: ConsoleLine[] = []
  let characters = 0
  let hasLost = false
  let epoch = 0
  let lastSeq = 0
  const listeners = createListeners()

  const drop = (count: number) => {
    const dropped = waiting.splice(0, count)
    for (const { text } of dropped) characters -= text.length + overhead
    return dropped
  }
  const trim = () => {
    if (waiting.length > limit) hasLost = drop(waiting.length - limit).length > 0
    while (characters > maxCharacters) hasLost = drop(1).length > 0
  }
  const startOver = () => {
    waiting = []
    characters = 0
    hasLost = false
    epoch += 1
  }
  /** Adds lines, leaving out known ones. `isCut` where some in between were lost for good. */
  const add = (lines: readonly ConsoleLine[], isCut = false): void => {
    const before = waiting.length
    for (const line of lines) {
      if (line.seq <= lastSeq) continue
      const isHole = lastSeq > 0 && line.seq > lastSeq + 1
      if (isHole || (isCut && waiting.length === before)) waiting.push(gapLine(line, 'earlier lines are kept no more'))
      waiting.push(line)
      lastSeq = line.seq
    }
    for (const { text } of waiting.slice(before)) characters += text.length + overhead
    trim()
    if (waiting.length > 0) listeners.notify()
  }

  return {
    /** Counts up whenever all that was drawn is to go. */
    epoch: () => epoch,
    /** The `seq` of the newest line; 0 before any. */
    lastSeq: () => lastSeq,
    hasMore: () => waiting.length > 0,
    add,
    /** The next lines to draw, together as long as `room` in UTF-16 units; one that is longer comes alone. */
    take(room: number): readonly ConsoleLine[] {
      const [first] = waiting
      if (first === undefined) return []
      let left = room
      const over = waiting.findIndex(({ text }) => {
        left -= text.length + overhead
        return left < 0
      })
      const lost = hasLost ? [gapLine(first, 'lines came too fast to be shown')] : []
      hasLost = false
      return [...lost, ...drop(over === -1 ? waiting.length : Math.max(1, over))]
    },
    /**
     * Drops all lines.
     * @param upTo `seq` of the newest line that the app dropped too: lines up to it count as received
     */
    clear(upTo: number): void {
      lastSeq = Math.max(lastSeq, upTo)
      startOver()
      listeners.notify()
    },
    /** Puts all lines, which come once more, in the place of those before. */
    restart(all: readonly ConsoleLine[]): void {
      lastSeq = 0
      startOver()
      add(all)
      listeners.notify()
    },
    /** Calls `listener` after lines were added or dropped. */
    subscribe: listeners.add,
  }
}

/**
 * The lines of one console on their way from the main process, which keeps them, to the terminal, which draws each once.
 * Where they come faster than they are drawn, the oldest are dropped and a mark stands in their place.
 */
export type Lines = ReturnType<typeof createLines>
