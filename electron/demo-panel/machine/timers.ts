import type { Clock } from '../../lib/clock.ts'

export type Timers = ReturnType<typeof createTimers>

/** Delayed calls that can be cancelled together. */
export function createTimers(clock: Clock) {
  const waiting = new Set<() => void>()
  return {
    /** Calls `run` after `ms`: at once for 0. */
    after(ms: number, run: () => void) {
      if (ms === 0) return run()
      const cancel = clock.after(ms, () => {
        waiting.delete(cancel)
        run()
      })
      waiting.add(cancel)
    },
    cancelAll() {
      for (const cancel of waiting) cancel()
      waiting.clear()
    },
  }
}
