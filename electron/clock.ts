/** Time as a part the rest is given, so that tests drive it. Times are unix milliseconds. */
export type Clock = {
  now(): number
  /** Resolves after `ms`; at once, and with `false`, when `signal` aborts. Resolves `true` otherwise. */
  sleep(ms: number, signal?: AbortSignal): Promise<boolean>
  /** Calls `run` after `ms`; the returned function cancels it. Keeps no process alive. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve(false)
      const stop = () => {
        clearTimeout(timer)
        resolve(false)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve(true)
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    })
  },
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
