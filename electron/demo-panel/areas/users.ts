import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { displayed, found, problem, refusal, refuse } from '../http/refusal.ts'
import { item, json, list, time } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTable } from '../machine/per-server.ts'
import { account } from '../panel/fleet.ts'
import { allPermissions } from '../panel/rights.ts'
import { type Area, on, onInput, type ServerCall } from './operation.ts'

/** Somebody who was invited to a server. */
type User = {
  /** The user's uuid. */
  readonly id: string
  readonly email: string
  readonly hasTwoFactor: boolean
  readonly permissions: readonly string[]
  readonly createdAt: number
}

/** A user from before. */
export type GivenUser = {
  readonly email: string
  readonly permissions: readonly string[]
  readonly hasTwoFactor?: boolean
  /** How long ago the user was invited, in milliseconds; 0 by default. */
  readonly agoMs?: number
}

/** Owns a server to which the account was only invited. */
const otherOwner = 'owner@example.com'

/** Bounds of our own. */
const maxUsers = 20
const permissionNames = z.array(z.string().max(100)).max(200)
const updateInput = z.object({ permissions: permissionNames })

const lacked = 'Cannot assign permissions to a subuser that your account does not actively possess.'
const isThere = 'A user with that email address is already assigned as a subuser for this server.'
const isOwner = 'You cannot add the server owner as a subuser for this server.'
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
export function createUsers({ now, rights, dialect }: Pick<Area, 'now' | 'rights' | 'dialect'>) {
  const table = createTable<string, User>()
  const guests = new Set<string>()
  const accounts = new Set<string>([account.email, otherOwner])
  const mails: string[] = []
  const permissions = allPermissions(dialect)
  const createInput = updateInput.extend({ email: z.email().max(dialect === 'pelican' ? 255 : 191) })

  const isGuest = ({ uuid }: LiveServer) => guests.has(uuid)

  /** Every subuser may connect to the console; what the panel does not know is dropped without a word. */
  const kept = (names: readonly string[]) => [
    ...new Set([...names.filter((name) => permissions.includes(name)), 'websocket.connect']),
  ]

  function refuseLacking({ key, server }: ServerCall, names: readonly string[]) {
    const held = isGuest(server) ? rights.namesOf(key, server) : rights.of(key, server)
    if (!held.includes('*') && names.some((name) => !held.includes(name))) refuse(refusal.forbidden(lacked))
  }

  /** The account's own entry, where it was only invited. */
  function ownEntry({ key, server }: ServerCall): readonly User[] {
    if (!isGuest(server)) return []
    const { uuid: id, email } = account
    return [{ id, email, hasTwoFactor: true, permissions: rights.namesOf(key, server), createdAt: now() }]
  }

  /** The user whom the path names. Nobody may touch their own entry, nor read it. */
  function userOf(call: ServerCall): User {
    const id = call.params.user ?? ''
    if (ownEntry(call).some((own) => own.id === id)) refuse(refusal.permissionLacking)
    return found(table.find(call.server, id))
  }

  const rows = [
    on('GET', '/users', 'user.read', (call) => json(list([...ownEntry(call), ...table.list(call.server)].map(shown)))),
    onInput('POST', '/users', 'user.create', createInput, (call, { email, permissions }) => {
      const { server } = call
      const all = table.list(server)
      refuseLacking(call, permissions)
      const owner = isGuest(server) ? otherOwner : account.email
      if (email === owner) refuse(problem(400, 'UserIsServerOwnerException', isOwner))
      if (all.length >= maxUsers) refuse(displayed(tooMany))
      const isUser = [...all, ...ownEntry(call)].some((user) => user.email === email)
      if (isUser) refuse(problem(400, 'ServerSubuserExistsException', isThere))
      if (!accounts.has(email.toLowerCase())) mails.push(email)
      accounts.add(email.toLowerCase())
      const user = { id: randomUUID(), email, hasTwoFactor: false, permissions: kept(permissions), createdAt: now() }
      call.record('server:subuser.create', { email, permissions: user.permissions })
      return json(shown(table.put(server, user)))
    }),
    on('GET', '/users/:user', 'user.read', (call) => json(shown(userOf(call)))),
    on('POST', '/users/:user', 'user.update', (call) => {
      const user = userOf(call)
      const input = call.input(updateInput)
      refuseLacking(call, input.permissions)
      const changed = table.put(call.server, { ...user, permissions: kept(input.permissions) })
      call.record('server:subuser.update', { email: user.email, old: user.permissions, new: changed.permissions })
      return json(shown(changed))
    }),
    on('DELETE', '/users/:user', 'user.delete', (call) => {
      const user = userOf(call)
      table.remove(call.server, user)
      call.record('server:subuser.delete', { email: user.email })
    }),
  ]

  return {
    rows,
    isGuest,
    /** Gives the server a user from before. */
    add(server: LiveServer, { email, permissions, hasTwoFactor = false, agoMs = 0 }: GivenUser): User {
      accounts.add(email.toLowerCase())
      return table.put(server, { id: randomUUID(), email, hasTwoFactor, permissions, createdAt: now() - agoMs })
    },
    /** Makes the account one that was only invited to the server, or its owner again. */
    setGuest({ uuid }: LiveServer, value: boolean) {
      if (value) guests.add(uuid)
      else guests.delete(uuid)
    },
    /** To whom the panel sent mail about a new account, oldest first. */
    mailed: (): readonly string[] => [...mails],
  }
}
