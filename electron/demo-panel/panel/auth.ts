import type { LiveServer } from '../machine/live-server.ts'
import { isAllowed } from './allowed-ips.ts'
import type { ApiKeys, StoredKey } from './api-keys.ts'

/** The key of the token in an `Authorization` header; null for none. */
export function keyOf(keys: ApiKeys, authorization: string | undefined): StoredKey | null {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  return token === undefined ? null : keys.find(token)
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
