import { ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { Notices } from './notices.ts'
import { followWallClock } from './set-back.ts'
import type { StateStore } from './store.ts'
import { setNotices } from './updates.ts'

type Context = { store: StateStore; clock: Clock; notices: Notices }

/** The state as a new window asks for it, with the notices in it, its times by the wall clock. */
export function createStateFeature({ store, clock, notices }: Context): Feature<'state:snapshot' | 'notices:dismiss'> {
  const showNotices = () => store.update(setNotices(notices.all()))
  const endings = [notices.subscribe(showNotices), followWallClock(store, clock)]
  showNotices()
  return {
    handlers: {
      'state:snapshot': () => ok({ revision: store.revision(), state: store.get() }),
      'notices:dismiss': ({ id }) => {
        notices.withdraw(id)
        return ok()
      },
    },
    dispose() {
      for (const end of endings) end()
    },
  }
}
