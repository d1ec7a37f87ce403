import { createListeners } from '../../shared/listeners.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'

/** What a line takes beside its text, in UTF-16 units: its end, its time, its colours. */
const overhead = 40

/** A mark that the window makes itself, as no line of the app tells of the loss. */
const gap = { kind: 'gap', text: 'earlier lines are kept no more' } as const

/** @param onTaken called when none waits any more, so that the next can be asked for */
export function createLines(onTaken: () => void) {
  let waiting: ConsoleLine[] = []
  let epoch = 0
  let lastSeq = 0
  const listeners = createListeners()

  const startOver = () => {
    waiting = []
    epoch += 1
  }
  /** Adds lines, leaving out known ones. `isCut` where some in between were lost for good. */
  const add = (lines: readonly ConsoleLine[], isCut = false): void => {
    const fresh = lines.filter(({ seq }) => seq > lastSeq)
    for (const line of fresh) {
      const isHole = lastSeq > 0 && line.seq > lastSeq + 1
      if (isHole || (isCut && line === fresh[0])) waiting.push({ ...line, ...gap })
      waiting.push(line)
      lastSeq = line.seq
    }
    if (waiting.length > 0) listeners.notify()
    else onTaken()
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
      let left = room
      const over = waiting.findIndex(({ text }) => {
        left -= text.length + overhead
        return left < 0
      })
      const taken = waiting.splice(0, over === -1 ? waiting.length : Math.max(1, over))
      if (taken.length > 0 && waiting.length === 0) onTaken()
      return taken
    },
    /**
     * Drops all lines.
     * @param upTo `seq` of the newest line that the app dropped too: lines up to it count as received
     */
    clear(upTo: number): void {
      lastSeq = Math.max(lastSeq, upTo)
      startOver()
      listeners.notify()
      onTaken()
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
 * More are asked for only when all are taken: where they come faster than they are drawn, the main process drops the
 * oldest, and a mark stands in their place.
 */
export type Lines = ReturnType<typeof createLines>
