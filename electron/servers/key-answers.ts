import { own } from '../../shared/own.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { withFact } from '../../shared/model/key-permissions.ts'
import type { Permission } from '../../shared/model/permission.ts'
import type { Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state.ts'
import { changeKey, setKeyHealth } from '../state/updates.ts'
import { otherKey } from './reach.ts'

/** Failures of the key, not of a server: asking on would get its address banned, or the keychain to ask again. */
export const keyTroubles: ReadonlySet<ErrorCode> = new Set([
  'token-refused',
  'token-unreadable',
  'address-not-allowed',
  'wrong-key-type',
  'two-factor-needed',
])

/** One answer to a call that needs a permission. */
export type KeyAnswer = {
  readonly keyId: KeyId
  readonly permission: Permission
  readonly result: Result<void>
  /** Unix milliseconds. */
  readonly at: number
}

/** Whether an answer shows that the key has the permission; null where it says nothing of it. */
function shown({ result }: KeyAnswer): boolean | null {
  if (result.ok) return true
  return result.error.code === 'permission-lacking' && result.error.status === 403 ? false : null
}

/** Notes what an answer says of its key: its permission and, where the key itself is in trouble, its health. */
export const noteAnswer =
  (answer: KeyAnswer) =>
  (state: AppState): AppState => {
    const { keyId, permission, result, at } = answer
    const key = own(state.keys, keyId)
    if (key === undefined) return state
    if (!result.ok && keyTroubles.has(result.error.code)) {
      return setKeyHealth(keyId, { kind: 'failing', since: at, error: result.error })(state)
    }
    const has = shown(answer)
    return has === null ? state : changeKey(keyId, { learned: withFact(key.learned, { permission, has, at }) })(state)
  }

/** The key to offer after a refusal that was the key's own; null after any other end. */
export function keyToOffer(state: AppState, ref: ServerRef, { keyId, permission, result, at }: KeyAnswer) {
  const isOfKey = !result.ok && (keyTroubles.has(result.error.code) || result.error.status === 403)
  return isOfKey ? otherKey(state, ref, keyId, { permission, now: at }) : null
}
