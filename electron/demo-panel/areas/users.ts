import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { shortText } from '../http/input.ts'
import { displayed, problem, refusal, refuse } from '../http/refusal.ts'
import { item, json, list, time } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTable } from '../machine/per-server.ts'
import { account } from '../panel/fleet.ts'
import { allPermissions } from '../panel/rights.ts'
import { type Area, on, onInput, onOne, type ServerCall } from './operation.ts'

/** A user from before. */
export type GivenUser = {
  readonly email: string
  readonly permissions: readonly string[]
  readonly hasTwoFactor?: boolean
  /** How long ago the user was invited, in milliseconds; 0 by default. */
  readonly agoMs?: number
}

/** Somebody who was invited to a server, by the user's uuid. */
type User = Required<Omit<GivenUser, 'agoMs'>> & { readonly id: string; readonly createdAt: number }

/** Owns a server to which the account was only invited. */
const otherOwner = 'owner@example.com'

/** Bounds of our own. */
const maxUsers = 20
const updateInput = z.object({ permissions: z.array(z.string().max(100)).min(1).max(200) })

const lacked = 'Cannot assign permissions to a subuser that your account does not actively possess.'
const userTaken = 'A user with that email address is already assigned as a subuser for this server.'
const ownerDetail = 'You cannot add the server owner as a subuser for this server.'
const tooMany = `A server holds at most ${maxUsers} users.`

const shown = ({ id, email, hasTwoFactor, createdAt, permissions }: User) =>
  item('server_subuser', {
    uuid: id,
    username: email.split('@')[0],
    email,
    image: null,
    '2fa_enabled': hasTwoFactor,
    created_at: time(createdAt),
    permissions,
  })

export type Users = ReturnType<typeof createUsers>

/** The users of all servers (the panel's API, part 2, *Users of a server*). */
export function createUsers({ clock, rights, dialect }: Pick<Area, 'clock' | 'rights' | 'dialect'>) {
  const table = createTable<string, User>()
  const known = allPermissions(dialect)
  const createInput = updateInput.extend({ email: shortText(dialect).pipe(z.email()) })

  /** Every subuser may connect to the console; what the panel does not know is dropped without a word. */
  const kept = (names: readonly string[]) => [
    ...new Set([...names.filter((name) => known.includes(name)), 'websocket.connect']),
  ]

  function refuseLacking({ key, server }: ServerCall, names: readonly string[]) {
    const held = rights.of(key, server)
    if (!held.includes('*') && names.some((name) => !held.includes(name))) refuse(refusal.forbidden(lacked))
  }

  /** The account's own entry, where it was only invited. */
  function ownEntry({ key, server }: ServerCall): readonly User[] {
    if (rights.tieTo(server) !== 'guest') return []
    const { uuid: id, email } = account
    return [{ id, email, hasTwoFactor: true, permissions: rights.of(key, server), createdAt: clock.now() }]
  }

  const allOf = (call: ServerCall) => [...ownEntry(call), ...table.list(call.server)]

  /** The user whom the path names. Nobody may touch their own entry, nor read it. */
  const onUser = onOne((call) => {
    const id = call.params.user ?? ''
    if (ownEntry(call).some((own) => own.id === id)) refuse(refusal.permissionLacking)
    return table.find(call.server, id)
  })

  /** Gives the server a user, whatever its bounds. */
  function add(server: LiveServer, { agoMs = 0, ...given }: GivenUser): User {
    return table.put(server, { hasTwoFactor: false, ...given, id: randomUUID(), createdAt: clock.now() - agoMs })
  }

  const rows = [
    on('GET', '/users', 'user.read', (call) => json(list(allOf(call).map(shown)))),
    onInput('POST', '/users', 'user.create', createInput, (call, { email, permissions: wanted }) => {
      const { server } = call
      refuseLacking(call, wanted)
      const owner = rights.tieTo(server) === 'owner' ? account.email : otherOwner
      if (email === owner) refuse(problem(400, 'UserIsServerOwnerException', ownerDetail))
      if (table.list(server).length >= maxUsers) refuse(displayed(tooMany))
      const isUser = allOf(call).some((user) => user.email === email)
      if (isUser) refuse(problem(400, 'ServerSubuserExistsException', userTaken))
      const permissions = kept(wanted)
      call.record('server:subuser.create', { email, permissions })
      return json(shown(add(server, { email, permissions })))
    }),
    onUser('GET', '/users/:user', 'user.read', (_call, user) => json(shown(user))),
    onUser('POST', '/users/:user', 'user.update', (call, user) => {
      const input = call.input(updateInput)
      refuseLacking(call, input.permissions)
      const changed = table.put(call.server, { ...user, permissions: kept(input.permissions) })
      call.record('server:subuser.update', { email: user.email, old: user.permissions, new: changed.permissions })
      return json(shown(changed))
    }),
    onUser('DELETE', '/users/:user', 'user.delete', (call, user) => {
      table.remove(call.server, user)
      call.record('server:subuser.delete', { email: user.email })
    }),
  ]
  return { rows, add }
}
