import { createListeners } from '../../shared/listeners.ts'
import type { Clock } from '../lib/clock.ts'

/**
 * Longest random delay after sleep or a lost network, in milliseconds, so that not all computers of an office ask at
 * the same moment.
 */
const longestJitterMs = 5_000

/** @param random jitter, 0 to 1 */
export function createBackgroundPause({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
  const listeners = createListeners()
  let isAsleep = false
  let isOnline = true
  let isOver = true
  let cancel: (() => void) | undefined

  function end(): void {
    isOver = true
    listeners.notify()
  }

  function follow(): void {
    cancel?.()
    const mayGo = !isAsleep && isOnline
    if (mayGo && !isOver) cancel = clock.after(random() * longestJitterMs, end)
    if (!mayGo) isOver = false
  }

  return {
    isPaused: (): boolean => !isOver,
    /** The system goes to sleep, or comes back from it. */
    setAsleep(value: boolean): void {
      isAsleep = value
      follow()
    },
    setOnline(value: boolean): void {
      isOnline = value
      follow()
    },
    /** Called at the end of each pause. */
    onEnd: listeners.add,
    dispose: (): void => cancel?.(),
  }
}

/** When background work pauses: while the computer sleeps or has no network, and for a moment after. */
export type BackgroundPause = ReturnType<typeof createBackgroundPause>
