import { deniedActs } from '../../shared/keys/rights.ts'
import { ok } from '../../shared/result.ts'
import type { ServerUser } from '../../shared/users/contract.ts'
import { serverUserActs } from '../../shared/users/users.ts'
import { type AreaContext, type AreaUses, createArea } from '../areas/area.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import { type Account, readAccount } from '../panel/account.ts'
import { readFacts } from '../panel/server-facts.ts'
import { inviteUser, knownPermissions, listUsers, removeUser, updateUser } from './panel.ts'

/** The entry of an account among the users of a server, by what the two kinds of panels tell of it. */
function ownEntry(users: readonly ServerUser[], { uuid, email }: Account): ServerUser | null {
  const own = users.find((user) => user.id === uuid || user.email.toLowerCase() === email?.toLowerCase())
  return own ?? null
}

/** Those who were let in to a server. */
export function createUsersFeature(context: AreaContext, uses: AreaUses): FeatureOf<'users'> {
  const area = createArea('users', context, uses)
  return {
    handlers: {
      // A list without what the panel tells beside it is still one.
      'users:list': area.view(async (server, _, { client, options }) => {
        const list = await listUsers(server)
        if (!list.ok) return list
        const [facts, known] = await Promise.all([readFacts(server), knownPermissions(client, options)])
        const { permissions, isOwner } = facts.ok ? facts.value : { permissions: null, isOwner: null }
        // The owner is none of them, so that nothing needs to be asked.
        const account = isOwner === true ? null : await readAccount(client, options)
        const { entries: users, leftOut } = list.value
        return ok({
          users,
          leftOut,
          denied: deniedActs(permissions, 'user', serverUserActs),
          own: permissions && [...permissions],
          ownId: (account?.ok && ownEntry(users, account.value)?.id) || null,
          known,
        })
      }),
      'users:invite': area.change((server, user) => inviteUser(server, user)),
      'users:update': area.change((server, { id, ...change }) => updateUser(server, id, change)),
      'users:remove': area.change((server, { id }) => removeUser(server, id)),
    },
  }
}
