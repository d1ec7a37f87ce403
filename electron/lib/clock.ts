/**
 * Time as a part the rest is given, so that tests drive it. Times are unix milliseconds. A wait may be as long as
 * it likes: one without end, or one that is no number, never ends by itself.
 */
export type Clock = {
  now(): number
  /** Resolves after `ms`; at once, and with `false`, when `signal` aborts. Resolves `true` otherwise. */
  sleep(ms: number, signal?: AbortSignal): Promise<boolean>
  /** Calls `run` after `ms`; the returned function cancels it. Keeps no process alive. */
  after(ms: number, run: () => void): () => void
}

/** The system's timers take no more, in milliseconds, and fire at once where they are given more. */
const longestTimerMs = 2 ** 31 - 1

/** Calls `run` after `ms`, over as many timers as that takes; the returned function cancels it. */
function startTimer(ms: number, run: () => void, { keepsAlive }: { keepsAlive: boolean }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wait(left: number): void {
    const span = Math.min(left, longestTimerMs)
    timer = setTimeout(() => (left > span ? wait(left - span) : run()), span)
    if (!keepsAlive) timer.unref()
  }
  wait(Number.isNaN(ms) ? Number.POSITIVE_INFINITY : ms)
  return () => clearTimeout(timer)
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve(false)
      const stop = () => {
        cancel()
        resolve(false)
      }
      const wake = () => {
        signal?.removeEventListener('abort', stop)
        resolve(true)
      }
      const cancel = startTimer(ms, wake, { keepsAlive: true })
      signal?.addEventListener('abort', stop, { once: true })
    })
  },
  after: (ms, run) => startTimer(ms, run, { keepsAlive: false }),
}
