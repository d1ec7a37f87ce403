import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { isKeyTrouble } from '../../shared/keys/health.ts'
import type { ConsoleStream } from '../../shared/model/console-schema.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/**
 * What a change of state means for a server's console: it is `gone` with the server, must be taken up anew
 * (`reopen`), ends with the only key that it has (`end`), is worth another try (`retry`), or goes on (null).
 */
export type ReconnectPolicy =
  | { readonly kind: 'gone' | 'reopen' | 'retry' }
  | { readonly kind: 'end'; readonly error: AppError }
  | null

/** A server's console: how it stands, and by which key it was opened. */
type Open = { readonly stream: ConsoleStream | null; readonly keyId: KeyId | null }

const panelOf = ({ panels, servers }: AppState, ref: ServerRef) => {
  const panelId = servers[ref]?.panelId
  return panelId === undefined ? undefined : panels[panelId]
}

function isKeyHealed(ref: ServerRef, after: AppState, before: AppState): boolean {
  const works = ({ keys }: AppState, id: KeyId) => keys[id]?.health.kind === 'works'
  return after.servers[ref]?.keyIds.some((id) => works(after, id) && !works(before, id)) ?? false
}

/** Why a key opens nothing any more; null where it does, as far as is known. */
function troubleOf({ keys }: AppState, id: KeyId): AppError | null {
  const health = keys[id]?.health
  return health?.kind === 'failing' && isKeyTrouble(health.error) ? health.error : null
}

/** A console lasts no longer than the key that it was opened with. */
function lossOfKey(ref: ServerRef, keyId: KeyId, after: AppState, before: AppState): ReconnectPolicy {
  const keyIds = after.servers[ref]?.keyIds ?? []
  const trouble = troubleOf(after, keyId)
  const isLost = !keyIds.includes(keyId) || (trouble !== null && troubleOf(before, keyId) === null)
  if (!isLost) return null
  if (keyIds.some((id) => id !== keyId && troubleOf(after, id) === null)) return { kind: 'reopen' }
  return { kind: 'end', error: trouble ?? appError('unknown-key') }
}

/** What may put an end to one that has ended. */
function afterEnd(ref: ServerRef, error: AppError | null, after: AppState, before: AppState): ReconnectPolicy {
  const isHealed =
    error?.code === 'insecure-private'
      ? panelOf(after, ref)?.allowsHttp === true && panelOf(before, ref)?.allowsHttp === false
      : error !== null && isKeyTrouble(error) && isKeyHealed(ref, after, before)
  return isHealed ? { kind: 'reopen' } : null
}

export function reconnectPolicyOf(
  ref: ServerRef,
  { stream, keyId }: Open,
  after: AppState,
  before: AppState,
): ReconnectPolicy {
  if (after.servers[ref] === undefined) return { kind: 'gone' }
  if (stream?.phase === 'ended') return afterEnd(ref, stream.error, after, before)
  const lost = keyId === null ? null : lossOfKey(ref, keyId, after, before)
  if (lost !== null) return lost
  const [panel, earlier] = [panelOf(after, ref), panelOf(before, ref)]
  // A connection lasts no longer than the yes to plain http, or the trust, that it was made with.
  if (earlier?.allowsHttp === true && panel?.allowsHttp === false) {
    return { kind: 'end', error: appError('insecure-private') }
  }
  if (panel?.trustedCertificate?.fingerprint !== earlier?.trustedCertificate?.fingerprint) return { kind: 'reopen' }
  const [now, then] = [after.servers[ref]?.condition, before.servers[ref]?.condition]
  return now === null && then !== null && then !== undefined ? { kind: 'retry' } : null
}
