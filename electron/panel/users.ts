import { areSamePermissions, everybodyMay } from '../../shared/model/account-permission.ts'
import type { ServerUser, ServerUserChange, ServerUserList } from '../../shared/model/server-user.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from './call-options.ts'
import type { CallServer, ReadAccount, ReadServer } from './server-calls.ts'
import { readKnownPermissions, readUser, readUsers } from './user-entry.ts'

/**
 * Those who were let in to a server (the panel's API, part 2, *Users of a server*). What changes something is never sent
 * twice. Errors beside the usual: `not-on-panel` for a panel without users, `user-not-found`.
 */
export type UserCalls = {
  list(identifier: string, options?: CallOptions): Promise<Result<ServerUserList>>
  /** Lets somebody in. Errors: `user-exists`, `user-is-owner`, `grant-lacking`. */
  invite(
    identifier: string,
    user: { readonly email: string; readonly permissions: readonly string[] },
    options?: CallOptions,
  ): Promise<Result<void>>
  /**
   * Gives a user these permissions in place of all others. The user is read right before, and nothing is sent where their
   * permissions are not those that the person looked at (`seen`). Error: `grant-lacking`.
   */
  update(
    identifier: string,
    id: ServerUser['id'],
    change: { readonly seen: readonly string[]; readonly permissions: readonly string[] },
    options?: CallOptions,
  ): Promise<Result<ServerUserChange>>
  remove(identifier: string, id: ServerUser['id'], options?: CallOptions): Promise<Result<void>>
  /** The permissions that the panel knows, remembered for a day; null where it does not tell. */
  knownPermissions(options?: CallOptions): Promise<readonly string[] | null>
}

const rememberedForMs = 24 * 3_600_000

const at = (id: string) => `/users/${encodeURIComponent(id)}`
/** Panels refuse an empty list, and add this one by themselves. */
const sent = (permissions: readonly string[]) => [...new Set([...permissions, everybodyMay])]

export function createUserCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
  readonly readAccount: ReadAccount
  readonly clock: Clock
}): UserCalls {
  const { callServer, readServer, readAccount, clock } = deps
  let known: { readonly names: readonly string[]; readonly at: number } | null = null

  async function one(identifier: string, id: string, options: CallOptions): Promise<Result<ServerUser>> {
    const read = await readServer(identifier, { operation: 'user', below: at(id) }, options)
    if (!read.ok) return read
    const { answer, json } = read.value
    const user = readUser(json, answer.hideToken)
    return user?.id === id ? ok(user) : fail('malformed-answer', { status: answer.status })
  }

  return {
    async list(identifier, options = {}) {
      const read = await readServer(identifier, { operation: 'users', below: '/users' }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const list = readUsers(json, answer.hideToken)
      return list === null ? fail('malformed-answer', { status: answer.status }) : ok(list)
    },

    async invite(identifier, { email, permissions }, options = {}) {
      const body = { email, permissions: sent(permissions) }
      const call = { operation: 'user-invite', method: 'POST', below: '/users', body } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },

    async update(identifier, id, { seen, permissions }, options = {}) {
      const user = await one(identifier, id, options)
      if (!user.ok) return user
      if (!areSamePermissions(user.value.permissions, seen)) return ok({ meanwhile: user.value })
      const body = { permissions: sent(permissions) }
      const call = { operation: 'user-update', method: 'POST', below: at(id), body } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok({ meanwhile: null }) : answer
    },

    async remove(identifier, id, options = {}) {
      const call = { operation: 'user-remove', method: 'DELETE', below: at(id) } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },

    async knownPermissions(options = {}) {
      if (known !== null && clock.steady() - known.at < rememberedForMs) return known.names
      const read = await readAccount({ operation: 'permissions', path: '/permissions' }, options)
      const names = read.ok ? readKnownPermissions(read.value.json) : null
      if (names !== null) known = { names, at: clock.steady() }
      return names
    },
  }
}
