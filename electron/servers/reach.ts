import type { KeyView } from '../../shared/model/api-key.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { knows } from '../../shared/model/key-permissions.ts'
import type { Permission } from '../../shared/model/permission.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { keysOf, serverLack } from '../../shared/model/server-keys.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { AppState } from '../../shared/state.ts'
import type { PanelClient } from '../panel/types.ts'

export type ClientFor = (keyId: KeyId) => PanelClient | undefined

/** What a key is wanted for. */
export type Purpose = {
  readonly permission: Permission
  /** Unix milliseconds, since what was learned of a key expires. */
  readonly now: number
  /** The key a person chose: exactly that one is used, whatever is known of it. */
  readonly keyId?: KeyId | undefined
}

/** Lower is better: a key that works goes first, and of those alike one that is known to have the permission. */
function rank(key: KeyView, purpose: Purpose | undefined): number {
  const isKnown = purpose !== undefined && knows(key, purpose.permission, purpose.now) === 'has'
  return (key.health.kind === 'works' ? 0 : 2) + (isKnown ? 0 : 1)
}

/**
 * The key to act with, never one known to lack the permission; without a purpose any key will do, as for
 * what needs no permission.
 */
export function chooseKey(state: AppState, server: ServerView, purpose?: Purpose): KeyId | undefined {
  const able = keysOf(state, server).filter(
    (key) => purpose === undefined || knows(key, purpose.permission, purpose.now) !== 'lacks',
  )
  return able.sort((a, b) => rank(a, purpose) - rank(b, purpose))[0]?.id
}

/** The key to offer after `used` was refused; null where no other may do it. */
export function otherKey(state: AppState, ref: ServerRef, used: KeyId, purpose: Purpose): KeyId | null {
  const server = state.servers[ref]
  if (server === undefined) return null
  const others = { ...server, keyIds: server.keyIds.filter((id) => id !== used) }
  return chooseKey(state, others, purpose) ?? null
}

/**
 * A server of the list with the client to act on it.
 * Errors: `unknown-server`, `unknown-key`, and `permission-lacking` where every key is known to lack it.
 */
export function reach(
  state: AppState,
  ref: ServerRef,
  clientFor: ClientFor,
  purpose?: Purpose,
): Result<{ server: ServerView; keyId: KeyId; client: PanelClient }> {
  const server = state.servers[ref]
  if (server === undefined) return fail('unknown-server')
  const chosen = purpose?.keyId
  if (chosen !== undefined && !server.keyIds.includes(chosen)) return fail('unknown-key')
  const keyId = chosen ?? chooseKey(state, server, purpose)
  if (keyId === undefined) {
    const lack = purpose === undefined ? null : serverLack(state, server, purpose.permission, purpose.now)
    if (lack === null) return fail('unknown-key')
    return fail('permission-lacking', { message: `Nothing was sent: ${lack.reason}.`, hint: lack.hint })
  }
  const client = clientFor(keyId)
  return client === undefined ? fail('unknown-key') : ok({ server, keyId, client })
}
