import type { Clock } from '../../lib/clock.ts'
import { createTimers } from '../machine/timers.ts'

/** The panel's queue: jobs that run when their time has come, as long as its worker runs. */
export function createJobQueue(clock: Clock) {
  const timers = createTimers(clock)
  let waiting: (() => void)[] = []
  let isRunning = true

  return {
    /** Runs the job after `ms`, or once the worker runs. */
    after(ms: number, job: () => void) {
      timers.after(ms, () => {
        if (isRunning) job()
        else waiting.push(job)
      })
    },
    /** Stops the worker, or lets it run: what fell due meanwhile runs then. */
    setRunning(running: boolean) {
      isRunning = running
      if (!running) return
      const due = waiting
      waiting = []
      for (const job of due) job()
    },
    dispose: timers.cancelAll,
  }
}
