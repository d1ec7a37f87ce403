import type { StatePatch } from '../../shared/state/state-patch.ts'
import { diffState } from '../../shared/state/state-patch.ts'
import type { Clock } from '../lib/clock.ts'
import { createLater } from '../lib/later.ts'
import type { StateStore } from './store.ts'

/** Least time between two pushes: one frame, since no window draws faster. */
const pushEveryMs = 16

/**
 * Sends changes of the state to the windows, several at once, and nothing where nothing changed. While there is no
 * window it only keeps up: one that opens asks for a snapshot.
 */
export function createPublisher(deps: {
  readonly store: StateStore
  readonly clock: Clock
  readonly hasReaders: () => boolean
  readonly push: (patch: StatePatch) => void
}): { dispose(): void } {
  const { store, clock, hasReaders, push } = deps
  const latest = () => ({ state: store.get(), revision: store.revision() })
  let sent = latest()

  const pushing = createLater(clock, pushEveryMs, () => {
    const now = latest()
    const changes = diffState(sent.state, now.state)
    const from = sent.revision
    sent = now
    push({ from, to: now.revision, ...changes })
  })
  const unsubscribe = store.subscribe(() => {
    if (hasReaders()) pushing.soon()
    else if (!pushing.isWaiting()) sent = latest()
  })
  return {
    dispose() {
      unsubscribe()
      pushing.end()
    },
  }
}
