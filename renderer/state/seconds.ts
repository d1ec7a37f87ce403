import { createListeners } from '../../shared/listeners.ts'

const secondMs = 1_000
const wholeSecond = () => Math.floor(Date.now() / secondMs) * secondMs

/** One clock for all countdowns, so that they change at the same moment. */
export function createSeconds() {
  const listeners = createListeners()
  let timer: ReturnType<typeof setTimeout> | undefined
  let now = wholeSecond()

  const wind = () => {
    now = wholeSecond()
    // A new timer for each second: an interval would drift.
    timer = setTimeout(tick, secondMs - (Date.now() % secondMs))
  }
  const tick = () => {
    wind()
    listeners.notify()
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    /** The current whole second in unix milliseconds, as of the last tick. */
    now: (): number => now,
    /** Calls `listener` at each full second; the clock stops while nobody listens. */
    subscribe(listener: () => void): () => void {
      const end = listeners.add(listener)
      if (timer === undefined) wind()
      return () => {
        end()
        if (listeners.size === 0) stop()
      }
    },
    dispose: stop,
  }
}
