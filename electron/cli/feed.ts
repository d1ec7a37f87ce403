import type { Clock } from '../lib/clock.ts'
import type { Output } from './session.ts'

/** Maximum that waits for an output that is read slowly or not at all: lines, and characters of them. */
export const maxWaitingLines = 5_000
export const maxWaitingCharacters = 4_000_000
/** How long what waits at the end may still be read, in milliseconds. */
const lastMs = 500

/**
 * Lines that come by themselves, to an output whose reader may not keep up: memory stays bounded whoever reads.
 * @param tell told how many lines were dropped, where they are missing: before the next one is written, or at the end
 */
export function createFeed(output: Output, clock: Clock, tell: (dropped: number) => void) {
  let waiting: string[] = []
  let characters = 0
  let dropped = 0
  let isFull = false
  const emptied = Promise.withResolvers<void>()
  let isEnding = false

  function put(text: string): void {
    isFull = output.write(text) === false && output.once !== undefined
    if (isFull) output.once?.('drain', drain)
  }

  function tellDropped(): void {
    const count = dropped
    dropped = 0
    if (count > 0) tell(count)
  }

  function drain(): void {
    isFull = false
    tellDropped()
    const lines = waiting
    waiting = []
    characters = 0
    for (const [index, text] of lines.entries()) {
      if (isFull) {
        waiting = lines.slice(index)
        characters = waiting.reduce((sum, { length }) => sum + length, 0)
        return
      }
      put(text)
    }
    if (isEnding) emptied.resolve()
  }

  return {
    /** Writes a text, or lets it wait until the output takes more; the oldest that wait give way to it. */
    write(text: string) {
      if (!isFull) return put(text)
      waiting.push(text)
      characters += text.length
      while (waiting.length > maxWaitingLines || characters > maxWaitingCharacters) {
        characters -= waiting.shift()?.length ?? 0
        dropped += 1
      }
    },
    async end() {
      isEnding = true
      if (waiting.length > 0) {
        const cancel = clock.after(lastMs, emptied.resolve)
        await emptied.promise
        cancel()
      }
      dropped += waiting.length
      waiting = []
      tellDropped()
    },
  }
}
