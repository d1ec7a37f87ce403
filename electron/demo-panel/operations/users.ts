import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { item, list, refusal, time } from '../http/envelope.ts'
import { json, noContent } from '../http/reply.ts'
import { perServer } from '../machine/per-server.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'

const maxUsers = 20
const permissionNames = z.array(z.string().regex(/^[a-z]+\.[a-z-]+$/)).max(60)
const createInput = z.object({ email: z.email().max(191), permissions: permissionNames })
const updateInput = z.object({ permissions: permissionNames })

type User = {
  readonly uuid: string
  readonly email: string
  readonly permissions: readonly string[]
  readonly createdAt: number
}

/** Subusers, for keys with all permissions. */
export function userOperations(now: () => number): readonly Operation[] {
  const usersOf = perServer(() => new Map<string, User>())
  const named = (call: ServerCall) => usersOf(call.server).get(call.params.user ?? '') ?? null

  return [
    onServer('GET', '/users', 'all', ({ server }) =>
      json(list([...usersOf(server).values()].map((user) => item('server_subuser', attributes(user))))),
    ),
    onServer('POST', '/users', 'all', (call) => {
      const input = call.input(createInput)
      if (!input.ok) return input.reply
      const users = usersOf(call.server)
      if (users.size >= maxUsers)
        return refusal.limitReached('DisplayException', `A server holds at most ${maxUsers} users.`)
      if ([...users.values()].some((user) => user.email === input.value.email)) {
        const detail = 'A user with that email address is already assigned as a subuser for this server.'
        return refusal.limitReached('ServerSubuserExistsException', detail)
      }
      const user: User = {
        uuid: randomUUID(),
        email: input.value.email,
        permissions: withConnect(input.value.permissions),
        createdAt: now(),
      }
      users.set(user.uuid, user)
      call.record('server:subuser.create', { email: user.email })
      return json(item('server_subuser', attributes(user)))
    }),
    onServer('GET', '/users/:user', 'all', (call) => {
      const user = named(call)
      return user === null ? refusal.notFoundForServer() : json(item('server_subuser', attributes(user)))
    }),
    onServer('POST', '/users/:user', 'all', (call) => {
      const user = named(call)
      if (user === null) return refusal.notFoundForServer()
      const input = call.input(updateInput)
      if (!input.ok) return input.reply
      const changed: User = { ...user, permissions: withConnect(input.value.permissions) }
      usersOf(call.server).set(user.uuid, changed)
      call.record('server:subuser.update', { email: user.email })
      return json(item('server_subuser', attributes(changed)))
    }),
    onServer('DELETE', '/users/:user', 'all', (call) => {
      const user = named(call)
      if (user === null) return refusal.notFoundForServer()
      usersOf(call.server).delete(user.uuid)
      call.record('server:subuser.delete', { email: user.email })
      return noContent
    }),
  ]
}

/** Every subuser may connect to the console. */
function withConnect(names: readonly string[]): readonly string[] {
  return [...new Set([...names, 'websocket.connect'])]
}

function attributes(user: User) {
  return {
    uuid: user.uuid,
    username: user.email.split('@')[0],
    email: user.email,
    image: null,
    '2fa_enabled': false,
    created_at: time(user.createdAt),
    permissions: user.permissions,
  }
}
