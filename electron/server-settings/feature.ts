import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { permits } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { ServerSettings, ServerWordsChange } from '../../shared/server-settings/contract.ts'
import { deniedSettingsActs } from '../../shared/server-settings/server-settings.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../lib/clock.ts'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { createAsk } from '../servers/ask.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { readSettings, reinstall, type SettingsReading, updateSettings } from './panel.ts'
import { createReinstalls } from './reinstalls.ts'

type Context = { store: StateStore; clock: Clock; sleepWatch: Pick<SleepWatch, 'begin'> }
type Others = {
  clientFor: ClientFor
  jobs: Jobs
  lists: Pick<ServerLists, 'recheck'>
  /** Makes a backup, to its end that was seen. */
  backUp: (ref: ServerRef, origin: Origin) => Promise<Result<void>>
}

type ServerSettingsChannel = Extract<InvokeChannel, `serverSettings:${string}`>

const typeName = {
  message: 'The server’s name is needed to reinstall it.',
  hint: 'Type it as the list shows it.',
}

/** What of a reading the window sees. */
function shownOf({ rawName: _, describesApart: __, isOwner: ___, permissions: ____, ...shown }: SettingsReading) {
  return shown
}

/** The settings of a server on its panel, read when somebody looks: none of them is in the state. */
export function createServerSettingsFeature(
  { store, clock, sleepWatch }: Context,
  { clientFor, jobs, lists, backUp }: Others,
): Feature<ServerSettingsChannel> {
  const ask = createAsk({ store, clock, clientFor })
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  /** The list tells names, and what holds a server: it is read soon after either may have changed. */
  function recheck(ref: ServerRef): void {
    for (const keyId of store.get().servers[ref]?.keyIds ?? []) lists.recheck(keyId)
  }

  const read = (ref: ServerRef): Promise<Result<ServerSettings>> =>
    ask(ref, { prefers: 'settings' }, async (client, { identifier }) => {
      const known = await readSettings(client.at(identifier, options))
      if (!known.ok) return known
      const { permissions, describesApart } = known.value
      const denied = deniedSettingsActs((name) => permits(permissions, name), describesApart)
      return ok({ ...shownOf(known.value), denied })
    })

  const reinstalls = createReinstalls({
    store,
    clock,
    sleepWatch,
    jobs,
    backUp: (ref) => backUp(ref, 'window'),
    request: (ref) => ask(ref, 'all', (client, { identifier }) => reinstall(client.at(identifier, options))),
    look: (ref) =>
      ask(ref, { prefers: 'settings' }, async (client, { identifier }) => {
        const known = await readSettings(client.at(identifier, { ...options, priority: 'background' }))
        return known.ok ? ok(known.value.installation) : known
      }),
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
      'serverSettings:read': ({ ref }) => read(ref),
      'serverSettings:update': async ({ ref, ...change }): Promise<Result<ServerWordsChange>> => {
        const changed = await ask(ref, 'settings', (client, { identifier }) =>
          updateSettings(client.at(identifier, options), change),
        )
        recheck(ref)
        return changed
      },
      'serverSettings:reinstall': ({ ref, typedName, backsUpFirst }) => begin(ref, typedName, backsUpFirst),
      'serverSettings:cancelReinstall': ({ ref }) => reinstalls.cancel(ref),
    },
    dispose: () => ending.abort(),
  }
}
