import { isInTrouble, isRefused } from '../../shared/keys/health.ts'
import { permissionOf } from '../../shared/keys/rights.ts'
import { chooseKey, type KeyPurpose, missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Clock } from '../lib/clock.ts'
import type { PanelClient } from '../panel/client.ts'
import type { StateStore } from '../state/store.ts'

export type ClientFor = (keyId: KeyId) => PanelClient | undefined

/** What every part takes that asks panels about servers. */
export type PanelAccess = { store: StateStore; clock: Clock; clientFor: ClientFor }

/** What a key is needed for. */
export type Purpose = KeyPurpose & {
  /** The key a person chose: exactly that one is used, whatever is known of it. */
  readonly keyId?: KeyId | undefined
  /** Sent without a person's click: never with a key that the panel refused (401). */
  readonly isAutomatic?: boolean | undefined
}

export type Reached = { server: ServerView; keyId: KeyId; client: PanelClient }

/** The key that may do it after `used` was refused; null where there is no other, or all others are in trouble. */
export function otherKey(state: AppState, ref: ServerRef, used: KeyId, purpose: Purpose): KeyId | null {
  const server = state.servers[ref]
  if (server === undefined) return null
  const others = { ...server, keyIds: server.keyIds.filter((id) => id !== used) }
  const other = chooseKey(state, others, purpose)
  const key = other === undefined ? undefined : state.keys[other]
  return key === undefined || isInTrouble(key.health) ? null : key.id
}

/** Why none of a server's keys is to act with. */
function whyNone(state: AppState, server: ServerView, { permission, now }: KeyPurpose): Result<never> {
  const missing = missingPermissionOfServer(state, server, permission, now)
  if (missing === null) return fail('unknown-key')
  const { reason, message = `${reason}.`, hint } = missing
  const isOfAll = permissionOf(permission) === 'all' && missing.message === undefined
  return fail(isOfAll ? 'all-permissions-needed' : 'permission-lacking', {
    message: `Nothing was sent: ${message}`,
    hint,
  })
}

/**
 * A server of the list with the client to act on it.
 * Errors: `unknown-server`, `unknown-key`, `permission-lacking` or `all-permissions-needed` where every key lacks it by
 * its owner's word, and for what is automatic `token-refused` where the panel takes none.
 */
export function reach(state: AppState, ref: ServerRef, clientFor: ClientFor, purpose?: Purpose): Result<Reached> {
  const server = state.servers[ref]
  if (server === undefined) return fail('unknown-server')
  const chosen = purpose?.keyId
  if (chosen !== undefined && !server.keyIds.includes(chosen)) return fail('unknown-key')
  const keyId = chosen ?? chooseKey(state, server, purpose)
  if (keyId === undefined) return purpose === undefined ? fail('unknown-key') : whyNone(state, server, purpose)
  const key = state.keys[keyId]
  if (purpose?.isAutomatic && key !== undefined && isRefused(key.health)) {
    const { error } = key.health
    return fail({ ...error, message: `${key.label}: ${error.message}` })
  }
  const client = clientFor(keyId)
  return client === undefined ? fail('unknown-key') : ok({ server, keyId, client })
}

/** Whether something of a server may be read without a person's click: its panel has it, and takes the key that may. */
export function mayReadBySelf(state: AppState, ref: ServerRef, clientFor: ClientFor, purpose: Purpose): boolean {
  const reached = reach(state, ref, clientFor, { ...purpose, isAutomatic: true })
  return reached.ok && state.panels[reached.value.server.panelId]?.dialect === 'pterodactyl'
}
