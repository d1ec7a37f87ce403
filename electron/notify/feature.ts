import type { Consoles } from '../console/consoles.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { createEventWatch } from './event-watch.ts'
import { createStoppedElsewhere } from './stopped-elsewhere.ts'

/** Watches what happens to servers and keys, for notifications and for the activity list. */
export function createNotifyFeature(
  context: { store: StateStore; clock: Clock },
  uses: { backgroundPause: BackgroundPause; clientFor: ClientFor; consoles: Pick<Consoles, 'text'> },
) {
  const wasStoppedElsewhere = createStoppedElsewhere({ ...context, ...uses })
  const events = createEventWatch({ ...context, ...uses, wasStoppedElsewhere })
  return { api: { events }, handlers: {}, dispose: events.dispose } satisfies Feature<never> & { api: object }
}
