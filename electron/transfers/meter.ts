import type { Clock } from '../lib/clock.ts'

/** How often the progress is told, in milliseconds, and over how many of these steps the speed is measured. */
const tellEveryMs = 500
const speedSteps = 8

/** How many bytes went over, and how fast over the last seconds. */
export function createMeter(clock: Clock) {
  let taken = 0
  const marks = [{ at: clock.steady(), bytes: 0 }]
  return {
    /** @param bytes all that went over so far */
    take(bytes: number): void {
      taken = bytes
    },
    /** The speed is null until it is known. */
    read(): { readonly bytes: number; readonly bytesPerSecond: number | null } {
      const now = clock.steady()
      const first = marks[0] ?? { at: now, bytes: taken }
      marks.push({ at: now, bytes: taken })
      if (marks.length > speedSteps) marks.shift()
      const seconds = (now - first.at) / 1_000
      return { bytes: taken, bytesPerSecond: seconds > 0 ? Math.max(0, (taken - first.bytes) / seconds) : null }
    },
    /** Calls `step` twice a second. Returns the function that ends it. */
    tell(step: () => void): () => void {
      let cancel = clock.after(tellEveryMs, again)
      function again(): void {
        step()
        cancel = clock.after(tellEveryMs, again)
      }
      return () => cancel()
    },
  }
}
