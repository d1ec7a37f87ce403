import type { Clock } from '../clock.ts'
import { newLines } from './replay.ts'

/** After so long without a line a replay is over, in milliseconds; and after so long, or so many lines, in any case. */
const quietMs = 300
const longestMs = 2_000
const mostLines = 2_000

/** Gathers what comes after a machine was asked for its last lines, until it can be told what of it is new. */
export type ReplayWindow = {
  add(lines: readonly string[]): void
  /** Ends it now. */
  finish(): void
}

/** @param known the last lines that are kept, oldest first */
export function openReplayWindow(
  clock: Clock,
  known: readonly string[],
  onEnd: (result: ReturnType<typeof newLines>, count: number) => void,
): ReplayWindow {
  const got: string[] = []
  let isOver = false
  let cancelQuiet = () => {}

  function finish(): void {
    if (isOver) return
    isOver = true
    cancelQuiet()
    cancelLongest()
    onEnd(newLines(known, got), got.length)
  }
  const waitForQuiet = () => {
    cancelQuiet()
    cancelQuiet = clock.after(quietMs, finish)
  }
  const cancelLongest = clock.after(longestMs, finish)
  // The first line takes the way there and back.
  cancelQuiet = clock.after(longestMs / 2, finish)
  return {
    add(lines) {
      got.push(...lines)
      if (got.length >= mostLines) finish()
      else waitForQuiet()
    },
    finish,
  }
}
