import { expiryOf } from '../../shared/keys/permission.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { dropExpired } from '../state/updates.ts'

/** Drops what was learned of keys once it has expired, so that window and tray offer those actions again. */
export function createExpiry({ store, clock }: { store: StateStore; clock: Clock }): { dispose(): void } {
  let cancel: (() => void) | null = null

  function plan(): void {
    cancel?.()
    const times = Object.values(store.get().keys).flatMap((key) => key.learned.map(expiryOf))
    const next = times.length === 0 ? null : Math.min(...times)
    cancel = next === null ? null : clock.after(Math.max(0, next - clock.now()), drop)
  }

  function drop(): void {
    cancel = null
    store.update(dropExpired(clock.now()))
    plan()
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (state.keys !== before.keys) plan()
  })
  return {
    dispose() {
      unsubscribe()
      cancel?.()
    },
  }
}
