import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { ServerSettings } from '../../shared/server-settings/contract.ts'
import { deniedSettingsActs } from '../../shared/server-settings/server-settings.ts'
import { type AreaContext, type AreaUses, createArea } from '../areas/area.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import type { ServerLists } from '../servers/lists.ts'
import { readSettings, reinstall, updateSettings } from './panel.ts'
import { createReinstalls } from './reinstalls.ts'

type Context = AreaContext & { sleepWatch: Pick<SleepWatch, 'begin'> }
type Uses = AreaUses & {
  jobs: Jobs
  lists: Pick<ServerLists, 'recheck'>
  /** Makes a backup, to its end that was seen. */
  backUp: (ref: ServerRef, origin: Origin) => Promise<Result<void>>
}

const typeName = {
  message: 'The server’s name is needed to reinstall it.',
  hint: 'Type it as the list shows it.',
}

/** The settings of a server on its panel, read when somebody looks: none of them is in the state. */
export function createServerSettingsFeature(
  context: Context,
  { jobs, lists, backUp, ...uses }: Uses,
): FeatureOf<'serverSettings'> {
  const { store } = context
  const area = createArea('settings', context, uses)

  /** The list tells names, and what holds a server: it is read soon after either may have changed. */
  function recheck(ref: ServerRef): void {
    for (const keyId of store.get().servers[ref]?.keyIds ?? []) lists.recheck(keyId)
  }

  const reinstalls = createReinstalls({
    ...context,
    jobs,
    backUp: (ref) => backUp(ref, 'window'),
    request: (ref) => area.on(ref, 'all', reinstall),
    async look(ref) {
      const known = await area.on(ref, 'view', readSettings, { priority: 'background' })
      return known.ok ? ok(known.value.installation) : known
    },
    onChange: recheck,
  })

  async function begin(ref: ServerRef, typedName: string, backsUpFirst: boolean): Promise<Result<void>> {
    const server = store.get().servers[ref]
    if (server === undefined) return fail('unknown-server')
    if (!isNameTyped(typedName, server.name)) return fail('invalid-request', typeName)
    return reinstalls.begin(ref, { backsUpFirst })
  }

  return {
    handlers: {
      'serverSettings:read': area.view(async (server): Promise<Result<ServerSettings>> => {
        const known = await readSettings(server)
        if (!known.ok) return known
        const { permissions, describesApart } = known.value
        // What only a change needs, the reply's schema leaves out.
        return ok({ ...known.value, denied: deniedSettingsActs(permissions, describesApart) })
      }),
      'serverSettings:update': async ({ ref, ...change }) => {
        const changed = await area.on(ref, 'change', (server) => updateSettings(server, change))
        recheck(ref)
        return changed
      },
      'serverSettings:reinstall': ({ ref, typedName, backsUpFirst }) => begin(ref, typedName, backsUpFirst),
      'serverSettings:cancelReinstall': ({ ref }) => reinstalls.cancel(ref),
    },
  }
}
