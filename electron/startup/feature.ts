import { type AppError, appError } from '../../shared/errors.ts'
import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { type SeenStartupChange, type StartupChange, startupActs } from '../../shared/model/startup.ts'
import { ok, type Result } from '../../shared/result.ts'
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

const changedMeanwhile = {
  message: 'Somebody changed this meanwhile, so it was not saved.',
  hint: 'Look at what is there now, then save again.',
}

/** What stands at each key now, the image by null. */
type Present = ReadonlyMap<StartupChange['key'], string>

/**
 * Sorts changes: already applied (such as by a save whose answer was lost), outdated (somebody else changed the value
 * since it was seen), or still to send.
 */
function sorted(changes: readonly SeenStartupChange[], present: Present) {
  const open = changes.filter(({ key, value }) => present.get(key) !== value)
  const isOutdated = ({ key, seen }: SeenStartupChange) => (present.get(key) ?? seen) !== seen
  return { outdated: open.filter(isOutdated), due: open.filter((change) => !isOutdated(change)) }
}

/**
 * How servers start, read when somebody looks: nothing of it is in the state, since secrets may stand in it. The client
 * API document names no permission for it, so that it needs a key with all of them.
 */
export function createStartupFeature({ store, clock }: Context, { clientFor }: Others): Feature<StartupChannel> {
  const ask = createAsk({ store, clock, clientFor })
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  /** What is there right before a save: the image only where that is to be changed. */
  const readPresent = (ref: ServerRef, changes: readonly SeenStartupChange[]): Promise<Result<Present>> =>
    ask(ref, 'all', async (client, { identifier }) => {
      const startup = await client.startup.read(identifier, options)
      if (!startup.ok) return startup
      const present = new Map<StartupChange['key'], string>(
        startup.value.variables.map(({ key, value }) => [key, value]),
      )
      if (changes.every(({ key }) => key !== null)) return ok(present)
      const facts = await client.readServer(identifier, options)
      if (!facts.ok) return facts
      return ok(facts.value.image === null ? present : present.set(null, facts.value.image))
    })

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
        const present = await readPresent(ref, changes)
        if (!present.ok) return present
        const { outdated, due } = sorted(changes, present.value)
        const refused = outdated.map(({ key }) => ({ key, error: appError('state-changed', changedMeanwhile) }))
        for (const { key, value } of due) {
          const done = await ask(ref, 'all', ({ startup }, { identifier }) =>
            startup.change(identifier, { key, value }, options),
          )
          if (done.ok) continue
          refused.push({ key, error: done.error })
          if (!isOfOne(done.error)) return ok({ refused, isCut: true })
        }
        return ok({ refused, isCut: false })
      },
    },
    dispose: () => ending.abort(),
  }
}
