import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { type ServerUser, type ServerUsers, serverUserActs } from '../../shared/model/server-user.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { Account } from '../panel/account-entry.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { permits } from '../panel/server-facts.ts'
import type { UserCalls } from '../panel/users.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'

type Context = { store: StateStore; clock: Clock }
type Others = { clientFor: ClientFor }

type UsersChannel = Extract<InvokeChannel, `users:${string}`>

/** The entry of an account among the users of a server, by what the two kinds of panels tell of it. */
function ownEntry(users: readonly ServerUser[], { uuid, email }: Account): ServerUser | null {
  const own = users.find((user) => user.id === uuid || user.email.toLowerCase() === email?.toLowerCase())
  return own ?? null
}

/**
 * Those who were let in to a server, read when somebody looks: none of them is in the state. They need a key with all
 * permissions, as the client API document has it.
 */
export function createUsersFeature({ store, clock }: Context, { clientFor }: Others): Feature<UsersChannel> {
  const ask = createAsk({ store, clock, clientFor })
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  /** Does something with the users of a server, with the key that may. */
  const on = <T>(ref: ServerRef, work: (calls: UserCalls, identifier: string) => Promise<Result<T>>) =>
    ask(ref, 'all', ({ users }, { identifier }) => work(users, identifier))

  /** The list, and what the panel tells beside it: a list without that is still one. */
  const read = (ref: ServerRef): Promise<Result<ServerUsers>> =>
    ask(ref, 'all', async (client, { identifier }) => {
      const list = await client.users.list(identifier, options)
      if (!list.ok) return list
      const [facts, known] = await Promise.all([
        client.settings.read(identifier, options),
        client.users.knownPermissions(options),
      ])
      const { permissions, isOwner } = facts.ok ? facts.value : { permissions: null, isOwner: null }
      // The owner is none of them, so that nothing needs to be asked.
      const account = isOwner === true ? null : await client.account.read(options)
      return ok({
        ...list.value,
        denied: serverUserActs.filter((act) => !permits(permissions, `user.${act}`)),
        own: permissions && [...permissions],
        ownId: (account?.ok && ownEntry(list.value.users, account.value)?.id) || null,
        known: known && [...known],
      })
    })

  return {
    handlers: {
      'users:list': ({ ref }) => read(ref),
      'users:invite': ({ ref, ...user }) => on(ref, (calls, server) => calls.invite(server, user, options)),
      'users:update': ({ ref, id, ...change }) => on(ref, (calls, server) => calls.update(server, id, change, options)),
      'users:remove': ({ ref, id }) => on(ref, (calls, server) => calls.remove(server, id, options)),
    },
    dispose: () => ending.abort(),
  }
}
