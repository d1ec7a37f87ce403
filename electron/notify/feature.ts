import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { StateStore } from '../state/store.ts'
import { createEventWatch, type EventWatch } from './event-watch.ts'

type Context = { store: StateStore; clock: Clock }

/** Watches what happens to servers and keys, for notifications and for the activity list. */
export function createNotifyFeature(
  { store, clock }: Context,
  { backgroundPause }: { backgroundPause: BackgroundPause },
): Feature<never> & { readonly api: { readonly events: EventWatch } } {
  const events = createEventWatch({ store, clock, backgroundPause })
  return { api: { events }, handlers: {}, dispose: events.dispose }
}
