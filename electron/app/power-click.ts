import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { powerChoices, retryChoices } from '../../shared/servers/choices.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/** A click on a signal outside the window, and what was promised where it was clicked. */
export type PowerClick = {
  readonly ref: ServerRef
  readonly signal: PowerSignal
  /** What the server was called there. */
  readonly name?: string | undefined
  /** Uses exactly that key. */
  readonly keyId?: KeyId | undefined
  /** A question was to come first. */
  readonly asks?: boolean | undefined
  /** The stalled action that was to be tried again. */
  readonly retryOf?: string | undefined
}

/**
 * Why a signal is not to be sent any more: a menu, a notification or a question may be older than what is known now.
 * Null where it may go. @param now unix milliseconds
 */
export function whyNotSent(state: AppState, { ref, signal, keyId, retryOf }: PowerClick, now: number): AppError | null {
  const server = state.servers[ref]
  if (server === undefined) return appError('unknown-server')
  const { action } = server
  const isRetry =
    retryOf !== undefined && action?.id === retryOf && action.signal === signal && action.phase === 'stalled'
  if (retryOf !== undefined && !isRetry) {
    return appError('state-changed', { message: 'The action that was to be tried again is over.' })
  }
  // A key that a person names is always tried.
  const missing = keyId === undefined ? missingPermissionOfServer(state, server, 'power', now) : null
  const reason = (isRetry ? retryChoices : powerChoices)(server, missing)[signal]
  return reason === null ? null : appError('state-changed', { message: `The server’s state has changed: ${reason}.` })
}
