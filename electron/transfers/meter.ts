import type { Clock } from '../lib/clock.ts'

/** How often the progress is told, in milliseconds, and over how many of these steps the speed is measured. */
const tellEveryMs = 500
const speedSteps = 8

/** How many bytes went over, and how fast over the last seconds; the speed is null until it is known. */
export type Progress = { readonly movedBytes: number; readonly bytesPerSecond: number | null }

/** Measures a transfer from now on, and tells its progress twice a second, until `end`, which tells it once more. */
export function createMeter(clock: Clock, tell: (progress: Progress) => void) {
  let movedBytes = 0
  const marks = [{ at: clock.steady(), bytes: 0 }]
  let cancel = clock.after(tellEveryMs, step)

  function read(): void {
    const now = clock.steady()
    const first = marks[0] ?? { at: now, bytes: movedBytes }
    marks.push({ at: now, bytes: movedBytes })
    if (marks.length > speedSteps) marks.shift()
    const seconds = (now - first.at) / 1_000
    tell({ movedBytes, bytesPerSecond: seconds > 0 ? Math.max(0, (movedBytes - first.bytes) / seconds) : null })
  }
  function step(): void {
    read()
    cancel = clock.after(tellEveryMs, step)
  }
  return {
    /** @param bytes all that went over so far */
    take(bytes: number): void {
      movedBytes = bytes
    },
    end(): void {
      cancel()
      read()
    },
  }
}
