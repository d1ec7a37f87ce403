import type { KeyView } from './api-key-schema.ts'
import type { KeyId } from './identifier.ts'
import { knows, refusedAt } from './key-permissions.ts'
import type { NeededPermission } from './permission.ts'
import { usableKeys } from './server-keys.ts'
import type { ServerView } from './server-schema.ts'
import type { WithKeys } from './slices.ts'

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
