import { isRefused } from '../../shared/keys/health.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { StateStore } from '../state/store.ts'

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
