import { allows, type Permission } from '../../../shared/model/permission.ts'
import { refusal } from '../http/envelope.ts'
import type { Reply } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { isAllowed } from './allowed-ips.ts'
import type { ApiKeys, StoredKey } from './api-keys.ts'
import type { Fleet } from './fleet.ts'

/** The permission that an operation needs; null for none. */
export type Need = Permission | 'all' | null

/** One of the conditions that a request must meet: the value it yields, or the refusal. */
export type Verdict<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reply: Reply }

const pass = <T>(value: T): Verdict<T> => ({ ok: true, value })
const refuse = (reply: Reply): Verdict<never> => ({ ok: false, reply })

/** Condition 1: the token belongs to an existing key. */
export function checkKey(keys: ApiKeys, authorization: string | undefined): Verdict<StoredKey> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const key = token === undefined ? null : keys.find(token)
  return key === null ? refuse(refusal.unauthenticated()) : pass(key)
}

/** Condition 2: the request comes from an allowed address. */
export function checkAddress(key: StoredKey, remote: string): Verdict<void> {
  return isAllowed(key.allowedIps, remote) ? pass(undefined) : refuse(refusal.addressNotAllowed(remote))
}

/** True when the key may use the server. */
export function reaches(key: StoredKey, { uuid }: Pick<LiveServer, 'uuid'>): boolean {
  return key.servers === 'all' || key.servers.includes(uuid)
}

/**
 * The key that got a console token or a signed link, while it may still use the server from that address; else null.
 * Checked at every use, so that revoking a key also ends what it was given.
 */
export function keyBehind(keys: ApiKeys, keyId: string, server: Pick<LiveServer, 'uuid'>, remote: string) {
  const key = keys.stored().find(({ id }) => id === keyId) ?? null
  return key !== null && reaches(key, server) && isAllowed(key.allowedIps, remote) ? key : null
}

/** Condition 3: the server exists and the key may use it. */
export function checkServer(key: StoredKey, fleet: Fleet, id: string): Verdict<LiveServer> {
  const server = fleet.find(id)
  if (server === null) return refuse(refusal.unknownResource())
  return reaches(key, server) ? pass(server) : refuse(refusal.notOnThisServer())
}

/** Condition 4: the key has the permission that the operation needs. */
export function checkPermission(key: StoredKey, need: Need): Verdict<void> {
  if (need === null || allows(key.permissions, need)) return pass(undefined)
  return refuse(need === 'all' ? refusal.allNeeded() : refusal.permissionLacking())
}

/** Then the panel's own condition: the server's state allows the operation. */
export function checkState(server: LiveServer): Verdict<void> {
  const conflict = server.conflict()
  if (conflict === null) return pass(undefined)
  return refuse(refusal[conflict]())
}
