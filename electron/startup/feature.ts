import type { AppError } from '../../shared/errors.ts'
import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import { type StartupChange, startupActs } from '../../shared/model/startup.ts'
import { ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { permits } from '../panel/server-facts.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'

type Context = { store: StateStore; clock: Clock }
type Others = { clientFor: ClientFor }

type StartupChannel = Extract<InvokeChannel, `startup:${string}`>

/** A refusal that is about one change, so that the others may be taken all the same. */
const isOfOne = ({ code }: AppError) => code === 'input-rejected' || code === 'panel-refused'

/**
 * How servers start, read when somebody looks: nothing of it is in the state, since secrets may stand in it. The client
 * API document names no permission for it, so that it needs a key with all of them.
 */
export function createStartupFeature({ store, clock }: Context, { clientFor }: Others): Feature<StartupChannel> {
  const ask = createAsk({ store, clock, clientFor })
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  return {
    handlers: {
      'startup:read': ({ ref }) =>
        ask(ref, 'all', async (client, { identifier }) => {
          const startup = await client.startup.read(identifier, options)
          if (!startup.ok) return startup
          const facts = await client.readServer(identifier, options)
          const { permissions, image } = facts.ok ? facts.value : { permissions: null, image: null }
          const denied = startupActs.filter((act) => !permits(permissions, `startup.${act}`))
          return ok({ ...startup.value, image, denied })
        }),
      'startup:save': async ({ ref, changes }) => {
        const refused: { key: StartupChange['key']; error: AppError }[] = []
        for (const change of changes) {
          const done = await ask(ref, 'all', ({ startup }, { identifier }) =>
            startup.change(identifier, change, options),
          )
          if (done.ok) continue
          refused.push({ key: change.key, error: done.error })
          if (!isOfOne(done.error)) return ok({ refused, isCut: true })
        }
        return ok({ refused, isCut: false })
      },
    },
    dispose: () => ending.abort(),
  }
}
