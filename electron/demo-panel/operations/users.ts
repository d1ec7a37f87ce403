import { z } from 'zod'
import type { Dialect } from '../http/dialect.ts'
import { item, list, refusal, time } from '../http/envelope.ts'
import { createRateLimits, type RateLimitOptions } from '../http/rate-limit.ts'
import { json, noContent, type Reply, withHeaders } from '../http/reply.ts'
import { account } from '../panel/account.ts'
import type { User, Users } from '../users/users.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'
import { allPermissions, type Rights } from './panel-permissions.ts'

/** Bounds of our own. */
const maxUsers = 20
const permissionNames = z.array(z.string().max(100)).max(200)

type Deps = {
  readonly now: () => number
  readonly users: Users
  readonly rights: Rights
  readonly dialect: Dialect
  /** Limit on invitations of each server; null for none. */
  readonly createLimit: RateLimitOptions | null
}

const lacked = 'Cannot assign permissions to a subuser that your account does not actively possess.'
const isThere = 'A user with that email address is already assigned as a subuser for this server.'
const isOwner = 'You cannot add the server owner as a subuser for this server.'

/** Subusers, for keys with all permissions (the panel's API, part 2, *Users of a server*). */
export function userOperations({ now, users, rights, dialect, createLimit }: Deps): readonly Operation[] {
  const createInput = z.object({
    email: z.email().max(dialect === 'pelican' ? 255 : 191),
    permissions: permissionNames,
  })
  const updateInput = z.object({ permissions: permissionNames })
  const createLimits = createLimit === null ? null : createRateLimits(createLimit)
  const known = allPermissions(dialect)
  const shown = (user: User) => json(item('server_subuser', attributes(user)))

  /** Every subuser may connect to the console; what the panel does not know is dropped without a word. */
  const kept = (names: readonly string[]) => [
    ...new Set([...names.filter((name) => known.includes(name)), 'websocket.connect']),
  ]

  const isLacking = ({ key, server }: ServerCall, names: readonly string[]) => {
    const held = users.isGuest(server) ? rights.namesOf(key) : rights.of(key)
    return !held.includes('*') && names.some((name) => !held.includes(name))
  }

  /** The account's own entry, where it was only invited. */
  const ownEntry = ({ key, server }: ServerCall): User | null =>
    users.isGuest(server)
      ? {
          uuid: account.uuid,
          email: account.email,
          hasTwoFactor: true,
          permissions: rights.namesOf(key),
          createdAt: now(),
        }
      : null

  /** A row for one user, who is looked for first. Nobody may touch their own entry, nor read it. */
  const onUser = (method: Operation['method'], right: string, handle: (call: ServerCall, user: User) => Reply) =>
    onServer(
      method,
      '/users/:user',
      'all',
      (call) => {
        const { server, params } = call
        if (params.user === ownEntry(call)?.uuid) return refusal.permissionLacking()
        const user = users.find(server, params.user ?? '')
        return user === null ? refusal.notFoundForServer() : handle(call, user)
      },
      right,
    )

  function create(call: ServerCall): Reply {
    const input = call.input(createInput)
    if (!input.ok) return input.reply
    const { email, permissions } = input.value
    const { server } = call
    if (isLacking(call, permissions)) return refusal.forbidden(lacked)
    if (email === users.ownerOf(server)) return refusal.limitReached('UserIsServerOwnerException', isOwner)
    const all = users.list(server)
    if (all.length >= maxUsers)
      return refusal.limitReached('DisplayException', `A server holds at most ${maxUsers} users.`)
    if ([...all, ownEntry(call)].some((user) => user?.email === email))
      return refusal.limitReached('ServerSubuserExistsException', isThere)
    const user = users.invite(server, email, kept(permissions))
    call.record('server:subuser.create', { email, permissions: user.permissions })
    return shown(user)
  }

  return [
    onServer(
      'GET',
      '/users',
      'all',
      (call) => {
        const own = ownEntry(call)
        const all = [...(own === null ? [] : [own]), ...users.list(call.server)]
        return json(list(all.map((user) => item('server_subuser', attributes(user)))))
      },
      'user.read',
    ),
    onServer(
      'POST',
      '/users',
      'all',
      (call) => {
        const rate = createLimits?.take(call.server.uuid, now()) ?? { passed: true, headers: {} }
        return withHeaders(rate.passed ? create(call) : refusal.tooManyRequests(), rate.headers)
      },
      'user.create',
    ),
    onUser('GET', 'user.read', (_call, user) => shown(user)),
    onUser('POST', 'user.update', (call, user) => {
      const input = call.input(updateInput)
      if (!input.ok) return input.reply
      if (isLacking(call, input.value.permissions)) return refusal.forbidden(lacked)
      const changed = users.update(call.server, user, kept(input.value.permissions))
      call.record('server:subuser.update', { email: user.email, old: user.permissions, new: changed.permissions })
      return shown(changed)
    }),
    onUser('DELETE', 'user.delete', (call, user) => {
      users.remove(call.server, user)
      call.record('server:subuser.delete', { email: user.email })
      return noContent
    }),
  ]
}

function attributes({ uuid, email, hasTwoFactor, createdAt, permissions }: User) {
  return {
    uuid,
    username: email.split('@')[0],
    email,
    image: null,
    '2fa_enabled': hasTwoFactor,
    created_at: time(createdAt),
    permissions,
  }
}
