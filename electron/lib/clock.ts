/**
 * The readings of one clock. People and other programs set the wall clock, back as well: a wait that is measured
 * with it would last until the time is reached again.
 */
export type Readings = {
  /** The wall clock, in unix milliseconds: what a person is shown, what the state tells, and what is kept on disk. */
  now(): number
  /**
   * Milliseconds that never go back, for everything that is waited for or ordered in time. They go on with the wall
   * clock, sleep included, and where that is set back by themselves.
   */
  steady(): number
  /**
   * The system's monotonic clock, in milliseconds: it goes on at its pace whatever is done to the wall clock. Some systems
   * count sleep in it, some do not. For what must not come early by a clock that was set, and to tell sleep by.
   */
  mono(): number
}

/**
 * Time as a part the rest is given, so that tests drive it. A wait may be as long as it likes: one without end, or one
 * that is no number, never ends by itself.
 */
export type Clock = Readings & {
  /** Resolves after `ms`; at once, and with `false`, when `signal` aborts. Resolves `true` otherwise. */
  sleep(ms: number, signal?: AbortSignal): Promise<boolean>
  /** Calls `run` after `ms`; the returned function cancels it. Keeps no process alive. */
  after(ms: number, run: () => void): () => void
}

/** The steady time of a wall time, for what the state tells the time of. */
export const steadyOf = (clock: Readings, at: number): number => clock.steady() + at - clock.now()

/** The wall time of a steady time, for what the state is told. */
export const wallOf = (clock: Readings, at: number): number => clock.now() + at - clock.steady()

/** A wall clock is put right by less than this, in milliseconds, now and then: time stands still for it. */
const slackMs = 500

/**
 * @param wall the wall clock, in unix milliseconds
 * @param monotonic milliseconds that only grow; it does not matter whether they count sleep
 */
export function createReadings(
  wall: () => number,
  monotonic: () => number,
): Readings & {
  /**
   * Takes over that the wall clock was set back; until then it reads as if it was not. To be called before each timer's
   * work, so that nobody sees time change in the middle of theirs.
   */
  follow(): void
} {
  // The wall clock is read last: a process that was stopped between the two sees sleep, and no clock set back.
  let seen = { mono: monotonic(), wall: wall() }
  /** By how much the wall clock was set back in all, and how much of it was taken over. */
  let [backMs, followedMs] = [0, 0]
  let latest = Number.NEGATIVE_INFINITY

  /** The wall clock, as if it had never been set back. */
  function read(): number {
    const before = seen
    seen = { mono: monotonic(), wall: wall() }
    const back = Math.round(seen.mono - before.mono - (seen.wall - before.wall))
    if (back > slackMs) backMs += back
    return seen.wall + backMs
  }

  return {
    now: () => read() - followedMs,
    steady() {
      latest = Math.max(latest, read())
      return latest
    },
    mono: monotonic,
    follow() {
      read()
      followedMs = backMs
    },
  }
}

/** The system's timers take no more, in milliseconds, and fire at once where they are given more. */
const longestTimerMs = 2 ** 31 - 1

const { follow, ...readings } = createReadings(
  () => Date.now(),
  () => performance.now(),
)

/** Calls `run` after `ms`, over as many timers as that takes; the returned function cancels it. */
function startTimer(ms: number, run: () => void, { keepsAlive }: { keepsAlive: boolean }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function fire(): void {
    follow()
    run()
  }
  function wait(left: number): void {
    const span = Math.min(left, longestTimerMs)
    timer = setTimeout(() => (left > span ? wait(left - span) : fire()), span)
    if (!keepsAlive) timer.unref()
  }
  wait(Number.isNaN(ms) ? Number.POSITIVE_INFINITY : ms)
  return () => clearTimeout(timer)
}

export const systemClock: Clock = {
  ...readings,
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

/** Wall-clock and monotonic time at one moment, both in milliseconds. */
export type Instant = { readonly wall: number; readonly mono: number }

/** The same with the steady time of the app's clock, in milliseconds, by which an age is measured. */
export type Moment = Instant & { readonly steady: number }

export const momentOf = (clock: Pick<Readings, 'now' | 'mono' | 'steady'>): Moment => ({
  wall: clock.now(),
  mono: clock.mono(),
  steady: clock.steady(),
})
