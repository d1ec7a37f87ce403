import type { Clock } from '../lib/clock.ts'

/** After sleep or a lost network everything would ask at once, here and on every other computer of the office. */
const longestJitterMs = 5_000

/** When background work rests: while the computer sleeps, while there is no network, and a moment after. */
export type BackgroundPause = {
  isPaused(): boolean
  /** The system goes to sleep, or comes back from it. */
  setAsleep(isAsleep: boolean): void
  setOnline(isOnline: boolean): void
  /** Told each time a rest is over. */
  onEnd(listener: () => void): () => void
  dispose(): void
}

/** @param random jitter, 0 to 1 */
export function createBackgroundPause({
  clock,
  random = Math.random,
}: {
  clock: Clock
  random?: () => number
}): BackgroundPause {
  const listeners = new Set<() => void>()
  let isAsleep = false
  let isOnline = true
  let isOver = true
  let cancel: (() => void) | undefined

  function end(): void {
    isOver = true
    for (const listener of listeners) listener()
  }

  function follow(): void {
    cancel?.()
    const mayGo = !isAsleep && isOnline
    if (mayGo && !isOver) cancel = clock.after(random() * longestJitterMs, end)
    if (!mayGo) isOver = false
  }

  return {
    isPaused: () => !isOver,
    setAsleep(value) {
      isAsleep = value
      follow()
    },
    setOnline(value) {
      isOnline = value
      follow()
    },
    onEnd(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose: () => cancel?.(),
  }
}
