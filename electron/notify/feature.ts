import type { Consoles } from '../console/consoles.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { createEventWatch, type EventWatch } from './event-watch.ts'
import { createStoppedElsewhere } from './stopped-elsewhere.ts'

type Context = { store: StateStore; clock: Clock }

type Uses = { backgroundPause: BackgroundPause; clientFor: ClientFor; consoles: Pick<Consoles, 'text'> }

/** Watches what happens to servers and keys, for notifications and for the activity list. */
export function createNotifyFeature(
  { store, clock }: Context,
  { backgroundPause, clientFor, consoles }: Uses,
): Feature<never> & { readonly api: { readonly events: EventWatch } } {
  const wasStoppedElsewhere = createStoppedElsewhere({ store, clock, clientFor, consoles })
  const events = createEventWatch({ store, clock, backgroundPause, wasStoppedElsewhere })
  return { api: { events }, handlers: {}, dispose: events.dispose }
}
