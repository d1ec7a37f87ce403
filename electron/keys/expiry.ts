import { expiryOf } from '../../shared/keys/permission.ts'
import { createLooks } from '../lib/look-loop.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { dropExpired } from '../state/updates.ts'

/** Drops what was learned of keys once it has expired, so that window and tray offer those actions again. */
export function createExpiry({ store, clock }: Pick<FeatureBasics, 'store' | 'clock'>): { dispose(): void } {
  const drop = () => store.update(dropExpired(clock.now()))
  const looks = createLooks(clock, drop, () => {
    const times = Object.values(store.get().keys).flatMap((key) => key.learned.map(expiryOf))
    return times.length === 0 ? null : Math.max(0, Math.min(...times) - clock.now())
  })
  const unsubscribe = store.subscribe((state, before) => {
    if (state.keys !== before.keys) looks.now()
  })
  return {
    dispose() {
      unsubscribe()
      looks.end()
    },
  }
}
