import { everybodyMay, isAccountPermission, maxAccountPermissions } from '../../shared/model/account-permission.ts'
import { maxServerUsers, type ServerUser, type ServerUserList } from '../../shared/model/server-user.ts'
import { serverUserIdSchema } from '../../shared/model/server-user-schema.ts'
import { attributesOf, flagOf, readCollection } from './collection.ts'
import { lineOf } from './foreign-text.ts'
import { readMoment } from './foreign-time.ts'
import { type Fields, isObject } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

/** What a user may, as it came; null where a part of it cannot be read: a change would take that away. */
function readPermissions(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length > maxAccountPermissions) return null
  const names: readonly unknown[] = value
  const read = names.filter((name) => typeof name === 'string').filter(isAccountPermission)
  return read.length === names.length ? [...new Set(read)].filter((name) => name !== everybodyMay) : null
}

/**
 * A user by their attributes (the panel's API, part 2, *Users of a server*); null for one that can't be named or
 * changed.
 */
function userOf(fields: Fields, hideToken: HideToken): ServerUser | null {
  const id = serverUserIdSchema.safeParse(fields.uuid)
  const permissions = readPermissions(fields.permissions)
  if (!id.success || permissions === null) return null
  return {
    id: id.data,
    email: hideToken(lineOf(fields.email, 255) ?? lineOf(fields.username, 255) ?? 'Unnamed user'),
    hasTwoFactor: flagOf(fields['2fa_enabled']),
    createdAt: readMoment(fields.created_at),
    permissions,
  }
}

/** Reads the answer about one user; null for anything else. */
export function readUser(answer: unknown, hideToken: HideToken): ServerUser | null {
  const fields = attributesOf(answer)
  return fields && userOf(fields, hideToken)
}

/** Reads the list of a server's users, which has no pages; null for anything else. */
export function readUsers(answer: unknown, hideToken: HideToken): ServerUserList | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  const within = collection.entries.slice(0, maxServerUsers)
  const users = within.flatMap((fields) => (fields && userOf(fields, hideToken)) ?? [])
  return { users, leftOut: collection.entries.length - users.length }
}

/** `control.start` of a nested answer, where each group names its keys. */
function namesIn(groups: Fields): string[] {
  return Object.entries(groups).flatMap(([group, value]) =>
    isObject(value) && isObject(value.keys) ? Object.keys(value.keys).map((key) => `${group}.${key}`) : [],
  )
}

/** Reads which permissions a panel knows: one kind names them in groups, the other in a list. Null for anything else. */
export function readKnownPermissions(answer: unknown): string[] | null {
  const told = attributesOf(answer)?.permissions
  const names: readonly unknown[] = Array.isArray(told) ? told : isObject(told) ? namesIn(told) : []
  const read = names
    .slice(0, maxAccountPermissions)
    .filter((name) => typeof name === 'string')
    .filter(isAccountPermission)
  return read.length === 0 ? null : [...new Set(read)]
}
