import { type AccountKey, maxAccountKeys, type SshKey } from '../../shared/model/account.ts'
import { accountKeyIdentifierSchema, fingerprintOfSshSchema } from '../../shared/model/account-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { attributesOf, readCollection } from './collection.ts'
import { lineOf } from './foreign-text.ts'
import { readMoment } from './foreign-time.ts'
import { type Fields, isObject } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

/** Whose account it is, and which of the two panels tells it: they delete SSH keys in different ways. */
export type Account = {
  /** One that SFTP takes: visible, without blanks. Null where the panel tells none; so are the others here. */
  readonly username: string | null
  readonly uuid: string | null
  readonly email: string | null
  readonly isPelican: boolean
}

/** A key that was just made. Its token is in this value and nowhere else. */
export type CreatedKey = { readonly identifier: string; readonly token: string }

const longest = { text: 500, ip: 60, ips: 50, uuid: 64, email: 255 } as const

/** As panels want it of a username. */
const usernameShape = /^[^\s\p{C}/:@]{1,191}$/u

const textOf = (value: unknown, hideToken: HideToken): string =>
  typeof value === 'string' ? hideToken(safeText(value, longest.text)) : ''

/** Reads `GET /account` (the panel's API, part 2, *Account*); null for anything else. */
export function readAccount(answer: unknown, hideToken: HideToken): Account | null {
  const fields = attributesOf(answer)
  if (fields === null) return null
  const username = textOf(fields.username, hideToken)
  return {
    username: usernameShape.test(username) ? username : null,
    uuid: lineOf(fields.uuid, longest.uuid),
    email: lineOf(fields.email, longest.email),
    isPelican: 'root_admin' in fields || 'uuid' in fields,
  }
}

function keyOf(fields: Fields, hideToken: HideToken): AccountKey | null {
  const identifier = accountKeyIdentifierSchema.safeParse(fields.identifier)
  if (!identifier.success) return null
  const ips: readonly unknown[] = Array.isArray(fields.allowed_ips) ? fields.allowed_ips.slice(0, longest.ips) : []
  return {
    identifier: identifier.data,
    description: textOf(fields.description, hideToken),
    allowedIps: ips.flatMap((ip) => (typeof ip === 'string' ? safeText(ip, longest.ip) : [])),
    lastUsedAt: readMoment(fields.last_used_at),
    createdAt: readMoment(fields.created_at),
  }
}

/** Reads the API keys of an account, which have no pages; null for anything else. */
export function readAccountKeys(answer: unknown, hideToken: HideToken): AccountKey[] | null {
  const entries = readCollection(answer)?.entries.slice(0, maxAccountKeys)
  return entries?.flatMap((fields) => (fields && keyOf(fields, hideToken)) ?? []) ?? null
}

const secret = /^[\x21-\x7e]{16,500}$/

/** Reads what tells of a new key: the panel gives the second half of its token alone. Null for anything else. */
export function readCreatedKey(answer: unknown): CreatedKey | null {
  const identifier = accountKeyIdentifierSchema.safeParse(attributesOf(answer)?.identifier)
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  const { secret_token: half } = meta
  if (!identifier.success || typeof half !== 'string' || !secret.test(half)) return null
  const token = half.startsWith(identifier.data) ? half : identifier.data + half
  return { identifier: identifier.data, token }
}

function sshKeyOf(fields: Fields, hideToken: HideToken): SshKey | null {
  const fingerprint = fingerprintOfSshSchema.safeParse(fields.fingerprint)
  if (!fingerprint.success) return null
  return {
    name: textOf(fields.name, hideToken) || 'Unnamed key',
    fingerprint: hideToken(fingerprint.data),
    createdAt: readMoment(fields.created_at),
  }
}

/** Reads the SSH keys of an account, which have no pages; null for anything else. */
export function readSshKeys(answer: unknown, hideToken: HideToken): SshKey[] | null {
  const entries = readCollection(answer)?.entries.slice(0, maxAccountKeys)
  return entries?.flatMap((fields) => (fields && sshKeyOf(fields, hideToken)) ?? []) ?? null
}
