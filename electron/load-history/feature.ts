import { fail, ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import { endTrends } from '../servers/observations.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { createLoadFile, loadHistoryPath } from './file.ts'
import { createLoadHistory, type LoadHistory } from './history.ts'

/** The load of servers over the last week: on disk, and asked for by the window. */
export function createLoadHistoryFeature(
  { store, clock, log, profile }: Omit<FeatureBasics, 'newId'>,
  { backgroundPause }: { backgroundPause: Pick<BackgroundPause, 'onEnd'> },
): Feature<'servers:load'> & { readonly api: LoadHistory } {
  const history = createLoadHistory({ store, clock, file: createLoadFile({ path: loadHistoryPath(profile), log }) })
  // Nothing was read meanwhile.
  const unsubscribe = backgroundPause.onEnd(() => store.update(endTrends(clock.now())))
  return {
    api: history,
    handlers: {
      'servers:load': ({ ref, span }) =>
        store.get().servers[ref] === undefined ? fail('unknown-server') : ok({ points: history.read(ref, span) }),
    },
    dispose() {
      unsubscribe()
      history.dispose()
    },
  }
}
