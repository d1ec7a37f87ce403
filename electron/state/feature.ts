import { ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { Notices } from './notices.ts'
import type { StateStore } from './store.ts'
import { set } from './updates.ts'

type Context = { store: StateStore; notices: Notices }

/** The state as a new window asks for it, with the notices in it. */
export function createStateFeature({ store, notices }: Context): Feature<'state:snapshot' | 'notices:dismiss'> {
  const showNotices = () => store.update(set('notices', notices.all()))
  const unsubscribe = notices.subscribe(showNotices)
  showNotices()
  return {
    handlers: {
      'state:snapshot': () => ok({ revision: store.revision(), state: store.get() }),
      'notices:dismiss': ({ id }) => {
        notices.withdraw(id)
        return ok()
      },
    },
    dispose: unsubscribe,
  }
}

/**
 * What every feature is given that changes the state and keeps something in the profile folder; each adds what else it
 * takes.
 */
export type FeatureBasics = {
  store: StateStore
  clock: Clock
  newId: () => string
  log: Logger
  profile: string
}
