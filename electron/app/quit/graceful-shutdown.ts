import type { Clock } from '../../lib/clock.ts'

/** How long the end may be held back, in milliseconds. */
const patienceMs = 2_000

/**
 * Holds the end of the app back once, until `dispose` has written what must be kept; Electron waits for no
 * promise of a `will-quit` listener.
 * @param deps.quit asks for the end again
 * @returns the listener for `will-quit`
 */
export function createGracefulShutdown(deps: {
  dispose: () => Promise<void>
  quit: () => void
  clock: Clock
}): (event: { preventDefault(): void }) => void {
  let phase: 'running' | 'ending' | 'ended' = 'running'

  async function end(): Promise<void> {
    const limit = new AbortController()
    try {
      await Promise.race([deps.dispose(), deps.clock.sleep(patienceMs, limit.signal)])
    } finally {
      limit.abort()
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
