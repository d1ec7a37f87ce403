import type { KeyId } from '../model/identifier.ts'
import type { ServerView } from '../model/server-schema.ts'
import type { KeyView, WithKeys } from './contract.ts'
import { isInTrouble } from './health.ts'
import {
  knows,
  type MissingPermission,
  missingPermissionOf,
  type NeededPermission,
  type Permission,
  refusedAt,
} from './permission.ts'

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

/** What a key is needed for. */
export type KeyPurpose = {
  readonly permission: NeededPermission
  /** Unix milliseconds, since what was learned of a key expires. */
  readonly now: number
}

/**
 * Lower is better. First come keys that were not refused, of those the ones that work, of those the ones known to have
 * the permission; of refused ones that which was refused longest ago, since it may have been mended since.
 */
function rank(key: KeyView, purpose: KeyPurpose | undefined): readonly number[] {
  const known = purpose === undefined ? 'unknown' : knows(key, purpose.permission, purpose.now)
  const refused = purpose === undefined ? null : refusedAt(key, purpose.permission, purpose.now)
  return [refused ?? 0, key.health.kind === 'works' ? 0 : 1, known === 'has' ? 0 : 1]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/**
 * The key to act with: never one in trouble while another reaches the server, never one that its owner says lacks the
 * permission. A refusal is a hint only. Without a purpose any will do, as for what needs no permission.
 */
export function chooseKey(state: WithKeys, server: ServerView, purpose?: KeyPurpose): KeyId | undefined {
  const able = usableKeys(state, server).filter(
    (key) => purpose === undefined || knows(key, purpose.permission, purpose.now) !== 'lacks',
  )
  if (able.length <= 1) return able[0]?.id
  return able.sort((a, b) => compare(rank(a, purpose), rank(b, purpose)))[0]?.id
}

/** Until when a key may not ask, in unix milliseconds; 0 where nothing holds it back. */
function waitsUntil({ budget, health }: KeyView): number {
  const isLimited = health.kind === 'failing' && health.error.code === 'rate-limited'
  const asked = isLimited ? health.since + (health.error.retryAfterMs ?? 0) : 0
  return Math.max(budget?.heldUntil ?? 0, budget?.scarceUntil ?? 0, asked)
}

/**
 * When a server whose state is unknown is asked again, in unix milliseconds: after the wait of the first of its keys that
 * may. Null where its state is known, or nothing is waited for.
 */
export function retryAt(state: WithKeys, server: ServerView, now: number): number | null {
  if (server.state !== 'unknown' || server.condition !== null) return null
  const first = Math.min(...usableKeys(state, server).map(waitsUntil))
  return first > now && Number.isFinite(first) ? first : null
}
