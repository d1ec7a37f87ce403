import type { OutputLine } from './line-text.ts'

/** More than machines repeat, whatever was not to be compared. */
const tailKeys = 200

/** What is known of a server's last lines, to compare to what its machine repeats after a new connection. */
export type Tail = {
  /** What the last lines are compared by, oldest first. */
  keys(): readonly string[]
  add(lines: readonly OutputLine[]): void
  /** When the run of the server began that printed the newest of them, in unix milliseconds; null where unknown. */
  runFrom: number | null
}

export function createTail(): Tail {
  let kept: string[] = []
  return {
    keys: () => kept.slice(-tailKeys),
    add(lines) {
      kept.push(...lines.flatMap(({ keys }) => keys))
      // Cut now and then, since a flood adds many.
      if (kept.length > 2 * tailKeys) kept = kept.slice(-tailKeys)
    },
    runFrom: null,
  }
}
