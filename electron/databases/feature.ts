import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import { type Database, type DatabasesOfServer, deniedDatabaseActs } from '../../shared/model/database.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Permission } from '../../shared/model/permission.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { DatabaseCalls } from '../panel/databases.ts'
import { permits } from '../panel/server-facts.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { createCopiedSecret, type SystemClipboard } from './copied-secret.ts'

type Context = {
  store: StateStore
  clock: Clock
  log: Pick<Logger, 'warn'>
  platform: string
  clipboard: SystemClipboard
}
type Others = { clientFor: ClientFor }

type DatabasesChannel = Extract<InvokeChannel, `databases:${string}`>

const otherName = { message: 'That is not the name of this database.', hint: 'Type it as it stands in the list.' }

/**
 * The databases of a server, read when somebody looks: none of them is in the state, and their passwords are nowhere but
 * in the one reply, or in the clipboard for a minute.
 */
export function createDatabasesFeature(context: Context, { clientFor }: Others): Feature<DatabasesChannel> {
  const { store, clock, log, platform, clipboard } = context
  const ask = createAsk({ store, clock, clientFor })
  const onFailure = () => log.warn('the clipboard could not be looked at for a copied password')
  const copied = createCopiedSecret({ clipboard, clock, platform, onFailure })
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  /** Does something with the databases of a server, with the key that may. */
  const on = <T>(
    ref: ServerRef,
    permission: Permission,
    work: (calls: DatabaseCalls, identifier: string) => Promise<Result<T>>,
  ) => ask(ref, permission, ({ databases }, { identifier }) => work(databases, identifier))

  /** The list, and what the panel tells beside it: a list without that is still one. */
  const read = (ref: ServerRef): Promise<Result<DatabasesOfServer>> =>
    ask(ref, 'databases-view', async ({ databases, settings }, { identifier }) => {
      const list = await databases.list(identifier, options)
      if (!list.ok) return list
      const facts = await settings.read(identifier, options)
      const { limits, permissions } = facts.ok ? facts.value : { limits: null, permissions: null }
      const limit = typeof limits?.databases === 'number' ? limits.databases : null
      return ok({ ...list.value, limit, denied: deniedDatabaseActs((name) => permits(permissions, name)) })
    })

  /**
   * Even if the account may not see it, the key may have its permission, so `password-hidden` is no refusal of the key.
   */
  async function password(ref: ServerRef, id: Database['id']): Promise<Result<string>> {
    const told = await on(ref, 'databases-view', async (calls, server) => {
      const reading = await calls.password(server, id, options)
      return !reading.ok && reading.error.code === 'password-hidden' ? ok(null) : reading
    })
    if (!told.ok) return told
    return told.value === null ? fail('password-hidden') : ok(told.value)
  }

  return {
    handlers: {
      'databases:list': ({ ref }) => read(ref),
      'databases:create': ({ ref, edit }) =>
        on(ref, 'databases-full', async (calls, server) => {
          const made = await calls.create(server, edit, options)
          return made.ok ? ok({ id: made.value?.id ?? null }) : made
        }),
      'databases:password': async ({ ref, id }) => {
        const told = await password(ref, id)
        return told.ok ? ok({ password: told.value }) : told
      },
      'databases:copyPassword': async ({ ref, id }) => {
        const told = await password(ref, id)
        return told.ok ? copied.copy(told.value) : told
      },
      'databases:rotate': ({ ref, id }) =>
        on(ref, 'databases-full', (calls, server) => calls.rotate(server, id, options)),
      // By its name as it is now: the person may look at an old list.
      'databases:remove': ({ ref, id, typedName }) =>
        on(ref, 'databases-full', async (calls, server) => {
          const list = await calls.list(server, options)
          if (!list.ok) return list
          const found = list.value.databases.find((one) => one.id === id)
          if (found === undefined) return fail('database-not-found')
          if (!isNameTyped(typedName, found.name)) return fail('invalid-request', otherName)
          return calls.remove(server, id, options)
        }),
    },
    dispose() {
      ending.abort()
      return copied.dispose()
    },
  }
}
