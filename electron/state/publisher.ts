import type { StatePatch } from '../../shared/state/state-patch.ts'
import { diffState } from '../../shared/state/state-patch.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from './store.ts'

/** Least time between two pushes: one frame, since no window draws faster. */
const pushEveryMs = 16

/** Sends changes of the state to the window, several at once, and nothing where nothing changed. */
export function createPublisher(deps: { store: StateStore; clock: Clock; push: (patch: StatePatch) => void }): {
  dispose(): void
} {
  const { store, clock, push } = deps
  let sent = { state: store.get(), revision: store.revision() }
  let cancel: (() => void) | undefined

  const flush = () => {
    cancel = undefined
    const now = { state: store.get(), revision: store.revision() }
    const changes = diffState(sent.state, now.state)
    const from = sent.revision
    sent = now
    push({ from, to: now.revision, ...changes })
  }
  const unsubscribe = store.subscribe(() => {
    cancel ??= clock.after(pushEveryMs, flush)
  })
  return {
    dispose() {
      unsubscribe()
      cancel?.()
    },
  }
}
