import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { Rest } from '../servers/background-pause.ts'
import type { StateStore } from '../state/store.ts'
import { createEventWatch, type EventWatch } from './event-watch.ts'

type Context = { store: StateStore; clock: Clock }

/** What happens to servers and keys, for those who tell of it or keep it. */
export function createNotifyFeature(
  { store, clock }: Context,
  { rest }: { rest: Rest },
): Feature<never> & { readonly api: { readonly events: EventWatch } } {
  const events = createEventWatch({ store, clock, rest })
  return { api: { events }, handlers: {}, dispose: events.dispose }
}
