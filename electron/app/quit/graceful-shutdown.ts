import type { Clock } from '../../lib/clock.ts'
import { withTimeout } from '../../lib/time-limit.ts'

/** Longest delay of the app's end, in milliseconds. */
const patienceMs = 2_000

/**
 * Delays the end of the app once, until `dispose` has written what must be kept; Electron does not wait for a promise
 * of a `will-quit` listener.
 * @param deps.quit quits again
 * @returns the listener for `will-quit`
 */
export function createGracefulShutdown(deps: {
  dispose: () => Promise<void>
  quit: () => void
  clock: Clock
}): (event: { preventDefault(): void }) => void {
  let phase: 'running' | 'ending' | 'ended' = 'running'

  async function end(): Promise<void> {
    try {
      await withTimeout(deps.clock, patienceMs, deps.dispose())
    } finally {
      phase = 'ended'
      deps.quit()
    }
  }

  return (event) => {
    if (phase === 'ended') return
    event.preventDefault()
    if (phase === 'ending') return
    phase = 'ending'
    void end()
  }
}
