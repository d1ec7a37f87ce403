import type { AppError } from '../../shared/error-schema.ts'
import type { Dialect, KeyView } from '../../shared/keys/contract.ts'
import { isKeyRefusal, isKeyTrouble, isPermissionRefusal, isRefused } from '../../shared/keys/health.ts'
import {
  type NeededPermission,
  orLetAccount,
  permissionText,
  refusedAt,
  withFact,
} from '../../shared/keys/permission.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { StateStore } from '../state/store.ts'
import { changeKey, setKeyHealth } from '../state/updates.ts'
import { otherKey } from './reach.ts'

/** One answer to a call that needs a permission. */
export type KeyAnswer = {
  readonly keyId: KeyId
  readonly permission: NeededPermission
  readonly result: Result<void>
  /** Unix milliseconds. */
  readonly at: number
}

/** Whether an answer shows that the key has the permission; null where it shows neither. */
function shown({ result }: KeyAnswer): boolean | null {
  if (result.ok) return true
  return isPermissionRefusal(result.error) ? false : null
}

/** Notes what an answer says of its key: its permission and, where the key itself is in trouble, its health. */
export const noteAnswer =
  (answer: KeyAnswer) =>
  (state: AppState): AppState => {
    const { keyId, permission, result, at } = answer
    const key = own(state.keys, keyId)
    if (key === undefined) return state
    if (!result.ok && isKeyTrouble(result.error)) {
      return setKeyHealth(keyId, { kind: 'failing', since: at, error: result.error })(state)
    }
    const has = shown(answer)
    // No one permission is known by what needs all of them.
    return has === null || permission === 'all'
      ? state
      : changeKey(keyId, { learned: withFact(key.learned, { permission, has, at }) })(state)
  }

/**
 * The key to offer after a refusal that was the key's own; null after any other end. One that was refused the same is
 * offered only in place of one that the panel does not take at all.
 */
export function keyToOffer(state: AppState, ref: ServerRef, { keyId, permission, result, at }: KeyAnswer) {
  if (result.ok || !isKeyRefusal(result.error)) return null
  const other = otherKey(state, ref, keyId, { permission, now: at })
  const key = other === null ? undefined : state.keys[other]
  if (key === undefined || isKeyTrouble(result.error)) return other
  return refusedAt(key, permission, at) === null ? other : null
}

/** A refusal that was the key's own, with the key's name: a server may be reached by several. */
function named(error: AppError, key: KeyView, permission: NeededPermission, dialect: Dialect | undefined): AppError {
  if (!isKeyRefusal(error)) return error
  if (error.code !== 'permission-lacking' || permission === 'all')
    return { ...error, message: `${key.label}: ${error.message}` }
  const { name } = permissionText[permission]
  const account = orLetAccount(dialect)
  return {
    ...error,
    message: `${key.label} lacks ${name}.`,
    hint: `Tick ${name} for this key in the panel${account || ', then try again. The token stays the same'}.`,
  }
}

/** What a failed call has come to, in the words to show. */
export function failureOf(
  state: AppState,
  ref: ServerRef,
  answer: KeyAnswer,
  error: AppError,
): { phase: 'unconfirmed' | 'refused'; error: AppError; otherKeyId: KeyId | null } {
  const key = state.keys[answer.keyId]
  const dialect = key && state.panels[key.panelId]?.dialect
  return {
    phase: error.mayHaveActed ? 'unconfirmed' : 'refused',
    error: key === undefined ? error : named(error, key, answer.permission, dialect),
    otherKeyId: keyToOffer(state, ref, answer),
  }
}

/**
 * Sends with a key, unless the panel refuses that (401) while the request still waits for a rate limit or a keyring: then
 * it does not go out, and the refusal is its result. A key that was refused before is tried as it was meant to be.
 * @param giveUp ends the waits of `send`; what has gone out is not taken back by it
 */
export async function whileTaken<T>(
  store: StateStore,
  keyId: KeyId,
  giveUp: AbortController,
  send: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const refusalOf = () => {
    const health = store.get().keys[keyId]?.health
    return health !== undefined && isRefused(health) ? health.error : null
  }
  if (refusalOf() !== null) return send()
  const unsubscribe = store.subscribe(() => {
    if (refusalOf() !== null) giveUp.abort()
  })
  const sent = await send()
  unsubscribe()
  const refusal = refusalOf()
  return !sent.ok && sent.error.code === 'cancelled' && refusal !== null ? fail(refusal) : sent
}
