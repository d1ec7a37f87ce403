import { join } from 'node:path'
import type { Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { KeyRegistry } from '../keys/registry.ts'
import type { Clock } from '../lib/clock.ts'
import type { LoadHistory } from '../load-history/history.ts'
import type { Logger } from '../log/logger.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { StateStore } from '../state/store.ts'
import { createDemo, type Demo } from './demo.ts'

type Context = {
  store: StateStore
  clock: Clock
  log: Logger
  profile: string
  openExternal: (address: string) => Promise<Result<void>>
}

type Others = { registry: KeyRegistry; lists: ServerLists; backfill: LoadHistory['backfill'] }

/** The demo panel inside the app. It starts with the app where a key of it is kept. */
export function createDemoFeature(
  context: Context,
  { registry, lists, backfill }: Others,
): Feature<'demo:add' | 'demo:open'> & { readonly api: Demo } {
  const { store, clock, log, profile, openExternal } = context
  const file = join(profile, 'demo-panel.json')
  const demo = createDemo({ store, clock, log, registry, lists, file, openExternal, backfill })
  return {
    api: demo,
    handlers: { 'demo:add': () => demo.add(), 'demo:open': () => demo.open() },
    async start(options) {
      const resumed = await demo.resume()
      if (!resumed.ok) log.error('the demo panel did not start', { code: resumed.error.code })
      if (!options.demo) return
      const added = await demo.add()
      if (!added.ok) log.error('the demo panel could not be added', { code: added.error.code })
    },
    dispose: demo.dispose,
  }
}
