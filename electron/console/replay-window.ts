import type { Clock } from '../clock.ts'
import { type Replayed, readReplay, repeated } from './replay.ts'

/** Where nothing is known, or all that is repeated has come, in milliseconds. */
const shortQuietMs = 150
/** Within a replay lines come one after the other; a lost packet takes less than this, in milliseconds. */
const longQuietMs = 1_500
/** A machine that has not even read the question by then is not waited for any longer. */
const answerMs = 5_000
/** So many lines are held back at most, whatever comes. */
const mostLines = 2_000

/** Gathers what comes after a machine was asked for its last lines, until it can be told what of it is new. */
export type ReplayWindow = {
  /** The machine has read the question: its answer, if there is one, is on its way. */
  noteAsked(): void
  add(lines: readonly string[]): void
  /**
   * The connection is gone before the end. What can be told is told; a replay that does not reach what is known is
   * dropped, since the next one brings it again.
   */
  abandon(): void
}

/** @param known the last lines that are kept, oldest first */
export function openReplayWindow(
  clock: Clock,
  { known, isRunning }: { readonly known: readonly string[]; readonly isRunning: boolean },
  onEnd: (replayed: Replayed, count: number) => void,
): ReplayWindow {
  const got: string[] = []
  let isOver = false
  let cancel = clock.after(answerMs, finish)
  /** How long a silence means the end. */
  const quietMs = () => (known.length === 0 || got.length >= repeated ? shortQuietMs : longQuietMs)

  function finish(): void {
    isOver = true
    cancel()
    onEnd(readReplay(known, got), got.length)
  }
  function wait(ms: number): void {
    cancel()
    cancel = clock.after(ms, finish)
  }

  /** True once all that is still to come is new. */
  function isSettled(lines: readonly string[]): boolean {
    const last = known.at(-1)
    return last !== undefined && lines.includes(last) && readReplay(known, got).isSettled
  }

  return {
    noteAsked() {
      // Of a server that runs, with lines known, an answer comes; machines may take their time to find it.
      const isExpected = known.length > 0 && isRunning
      if (!isOver && got.length === 0 && !isExpected) wait(quietMs())
    },
    add(lines) {
      if (isOver) return
      got.push(...lines)
      if (got.length >= mostLines || isSettled(lines)) finish()
      else wait(quietMs())
    },
    abandon() {
      if (isOver) return
      const replayed = readReplay(known, got)
      isOver = true
      cancel()
      if (known.length === 0 || replayed.overlaps) onEnd(replayed, got.length)
    },
  }
}
