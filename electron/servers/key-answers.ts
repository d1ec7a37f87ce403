import type { AppError } from '../../shared/error-schema.ts'
import type { KeyView } from '../../shared/keys/contract.ts'
import { isKeyRefusal, isKeyTrouble, isPermissionRefusal } from '../../shared/keys/health.ts'
import { refusedAt, withFact } from '../../shared/keys/permission.ts'
import { isForKey, type Need, permissionOf, refusalWords } from '../../shared/keys/rights.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import type { Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { PanelClient } from '../panel/client.ts'
import { clearer } from '../panel/conditions.ts'
import { changeKey, noteAccount, setKeyHealth } from '../state/updates.ts'
import { otherKey, type PanelAccess } from './reach.ts'

/** What came of a call that needs a permission. */
export type KeyAnswer = {
  readonly keyId: KeyId
  readonly permission: Need
  /** Null for a success. */
  readonly error: AppError | null
  /** Unix milliseconds. */
  readonly at: number
}

/** Notes what an answer says of its key: its permission and, where the key itself is in trouble, its health. */
export const noteAnswer =
  ({ keyId, permission: need, error, at }: KeyAnswer) =>
  (state: AppState): AppState => {
    const permission = permissionOf(need)
    if (error !== null && isKeyTrouble(error)) return setKeyHealth(keyId, { kind: 'failing', since: at, error })(state)
    const key = own(state.keys, keyId)
    // No one permission is known by what needs all of them.
    const isOfAll = permission === 'all' || error?.code === 'all-permissions-needed'
    if (key === undefined || isOfAll || (error !== null && !isPermissionRefusal(error))) return state
    return changeKey(keyId, { learned: withFact(key.learned, { permission, has: error === null, at }) })(state)
  }

/**
 * The key to offer after a refusal that was the key's own; null after any other end. One that was refused the same is
 * offered only in place of one that the panel does not take at all.
 */
export function keyToOffer(state: AppState, ref: ServerRef, { keyId, permission, error, at }: KeyAnswer) {
  if (error === null || !isKeyRefusal(error)) return null
  const other = otherKey(state, ref, keyId, { permission, now: at })
  const key = other === null ? undefined : state.keys[other]
  if (key === undefined || isKeyTrouble(error)) return other
  return refusedAt(key, permissionOf(permission), at) === null ? other : null
}

/** A refusal that was the key's own, with the key's name: a server may be reached by several. */
function named(state: AppState, ref: ServerRef, key: KeyView, { error, permission }: Failed): AppError {
  if (!isKeyRefusal(error)) return error
  const need = error.right ?? permission
  if (error.code !== 'permission-lacking' || need === 'all')
    return { ...error, message: `${key.label}: ${error.message}` }
  const ofKey = isForKey(state.panels[key.panelId]?.dialect, state.servers[ref]?.accounts?.[key.id])
  return { ...error, ...refusalWords(key.label, need, ofKey) }
}

type Failed = KeyAnswer & { readonly error: AppError }

/** What a failed call has come to, in the words to show. */
export function failureOf(state: AppState, ref: ServerRef, answer: Failed) {
  const { keyId } = answer
  const error = clearer(answer.error, state.servers[ref]?.condition ?? null)
  const key = state.keys[keyId]
  return {
    phase: error.mayHaveActed ? ('unconfirmed' as const) : ('refused' as const),
    error: key === undefined ? error : named(state, ref, key, { ...answer, error }),
    otherKeyId: keyToOffer(state, ref, answer),
  }
}

/** Learns from what came of a call what its key may do. Null after a success, else the failure in the words to show. */
export function takeAnswer(
  { store, clock, clientFor }: PanelAccess,
  ref: ServerRef,
  { keyId, client, permission }: { keyId: KeyId; client: PanelClient; permission: Need },
  result: Result<unknown>,
) {
  const answer = { keyId, permission, at: clock.now() }
  // A new token brings a new client: an answer to the old one says nothing about this token.
  const isOfToken = clientFor(keyId) === client
  if (isOfToken) store.update(noteAnswer({ ...answer, error: result.ok ? null : result.error }))
  if (result.ok) return null
  const failure = failureOf(store.get(), ref, { ...answer, error: result.error })
  // What the panel said of the account is over, or was never about its key.
  if (isOfToken && isPermissionRefusal(result.error))
    store.update(noteAccount(ref, keyId, { isOwner: null, permissions: null }))
  return failure
}
