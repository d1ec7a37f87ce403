import type { KeyView } from './api-key-schema.ts'
import { isInTrouble } from './key-health.ts'
import { knows, type MissingPermission, missingPermissionOf, refusedAt } from './key-permissions.ts'
import type { NeededPermission, Permission } from './permission.ts'
import type { ServerView } from './server-schema.ts'
import type { WithKeys } from './slices.ts'

/** The keys that reach a server, in the order of the key list. */
export function keysOf({ keys }: WithKeys, server: ServerView): KeyView[] {
  return server.keyIds.map((id) => keys[id]).filter((key) => key !== undefined)
}

/** The keys to act with: those that reach the server, without those in trouble while there are others. */
export function usableKeys(state: WithKeys, server: ServerView): KeyView[] {
  const all = keysOf(state, server)
  const usable = all.filter(({ health }) => !isInTrouble(health))
  return usable.length > 0 ? usable : all
}

/**
 * Why no key of a server has a permission; null where one may have it.
 * @param now unix milliseconds
 */
export function missingPermissionOfServer(
  state: WithKeys,
  server: ServerView,
  permission: NeededPermission,
  now: number,
): MissingPermission | null {
  return missingPermissionOf(usableKeys(state, server), permission, now)
}

/**
 * When the panel last refused a permission to the server's keys, in unix milliseconds; null while one of them may have
 * it. Only a note: another try is allowed, and may work.
 */
export function serverRefusal(state: WithKeys, server: ServerView, permission: Permission, now: number): number | null {
  const able = usableKeys(state, server).filter((key) => knows(key, permission, now) !== 'lacks')
  if (able.length === 0 || able.some((key) => knows(key, permission, now) !== 'refused')) return null
  return Math.max(...able.map((key) => refusedAt(key, permission, now) ?? 0))
}
