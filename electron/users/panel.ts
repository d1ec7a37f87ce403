import { z } from 'zod'
import { asChange, type Change } from '../../shared/model/change.ts'
import { ok, type Result } from '../../shared/result.ts'
import { accountPermissionsSchema, type ServerUser, serverUserIdSchema } from '../../shared/users/contract.ts'
import {
  areSamePermissions,
  everybodyMay,
  isAccountPermission,
  maxAccountPermissions,
} from '../../shared/users/permissions.ts'
import { maxServerUsers } from '../../shared/users/users.ts'
import type { AtServer } from '../panel/at-server.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/client.ts'
import { flag, line, moment, readList, readOne } from '../panel/entry.ts'

const name = line(255).nullable().catch(null)

/**
 * A user by their attributes (the panel's API, part 2, *Users of a server*). One of whose permissions a part can't be read
 * is none: a change would take that away.
 */
const entry = z
  .object({
    uuid: serverUserIdSchema,
    email: name,
    username: name,
    '2fa_enabled': flag,
    created_at: moment,
    permissions: accountPermissionsSchema,
  })
  .transform(
    (fields): ServerUser => ({
      id: fields.uuid,
      email: fields.email ?? fields.username ?? 'Unnamed user',
      hasTwoFactor: fields['2fa_enabled'],
      createdAt: fields.created_at,
      permissions: [...new Set(fields.permissions)].filter((one) => one !== everybodyMay),
    }),
  )

const at = (id: string) => `/users/${encodeURIComponent(id)}`
/** Panels refuse an empty list, and add this one by themselves. */
const sent = (permissions: readonly string[]) => [...new Set([...permissions, everybodyMay])]

export const listUsers = (server: AtServer) => server.read('users', '/users', readList(entry, maxServerUsers))

/** Lets somebody in. Errors: `user-exists`, `user-is-owner`, `grant-lacking`. */
export const inviteUser = (
  server: AtServer,
  { email, permissions }: { readonly email: string; readonly permissions: readonly string[] },
) => server.act('user-invite', '/users', { body: { email, permissions: sent(permissions) } })

/**
 * Gives a user these permissions in place of all others. The user is read right before, and nothing is sent where their
 * permissions are not those that the person looked at (`seen`). Error: `grant-lacking`.
 */
export async function updateUser(
  given: AtServer,
  id: string,
  { seen, permissions }: { readonly seen: readonly string[]; readonly permissions: readonly string[] },
): Promise<Result<Change<ServerUser>>> {
  const server = given.inTime()
  const user = await server.read('user', at(id), (json) => {
    const read = readOne(entry)(json)
    return read?.id === id ? read : null
  })
  if (!user.ok) return user
  if (!areSamePermissions(user.value.permissions, seen)) return ok({ meanwhile: user.value })
  const body = { permissions: sent(permissions) }
  return asChange(await server.act('user-update', at(id), { body }))
}

export const removeUser = (server: AtServer, id: string) => server.act('user-remove', at(id), { method: 'DELETE' })

const group = z.object({ keys: z.record(z.string(), z.unknown()) }).nullable()
/** `control.start` of groups, each of which names its keys. */
const inGroups = z
  .record(z.string(), group.catch(null))
  .transform((groups) =>
    Object.entries(groups).flatMap(([group, named]) => Object.keys(named?.keys ?? {}).map((key) => `${group}.${key}`)),
  )
const known = z.object({
  permissions: z
    .union([z.array(z.unknown()), inGroups])
    .transform((names: readonly unknown[]) => names.slice(0, maxAccountPermissions))
    .transform((names) => names.filter((one) => typeof one === 'string').filter(isAccountPermission))
    .pipe(z.array(z.string()).min(1)),
})

/** Reads which permissions a panel knows: one kind names them in groups, the other in a list. Null for anything else. */
export function readKnownPermissions(answer: unknown): string[] | null {
  const read = readOne(known)(answer)
  return read && [...new Set(read.permissions)]
}

/** The permissions that a panel knows; null where it does not tell. */
export async function knownPermissions(client: PanelClient, options?: CallOptions): Promise<string[] | null> {
  const read = await client.read('permissions', '/permissions', readKnownPermissions, options)
  return read.ok ? read.value : null
}
