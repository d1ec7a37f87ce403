import type { Clock } from './clock.ts'

/** Work that many things call for, such as a write to the disk: done once for all of them, `ms` after the first. */
export function createLater(clock: Pick<Clock, 'after'>, ms: number, work: () => void) {
  let cancelWait: (() => void) | null = null

  function end(): void {
    cancelWait?.()
    cancelWait = null
  }
  function now(): void {
    end()
    work()
  }

  return {
    soon(): void {
      cancelWait ??= clock.after(ms, now)
    },
    now,
    isWaiting: (): boolean => cancelWait !== null,
    /** Does now what waits. */
    flush(): void {
      if (cancelWait !== null) now()
    },
    /** Gives up what waits. */
    end,
  }
}
