import type { AppError, ErrorCode } from '../../shared/errors.ts'
import { keyTroubles } from '../../shared/model/key-health.ts'
import { conditionOf } from '../panel/conditions.ts'

/**
 * What a failed call for a console's token means:
 * - `held`: the panel holds the server; `deleted`: there is no such server any more
 * - `none`: this panel has no consoles; `ended`: only a person, or another key, can change it
 * - `lost`: it may be gone the next time, as everything is that lies between here and the panel
 */
export type AccessFailure = 'held' | 'deleted' | 'none' | 'ended' | 'lost'

/** What the panel says of the key's permissions, or of what it named. */
const final: ReadonlySet<ErrorCode> = new Set([
  ...keyTroubles,
  'permission-lacking',
  'all-permissions-needed',
  'not-permitted',
  'console-unsafe',
  'insecure-private',
  'unknown-key',
  'unknown-server',
  'cancelled',
])
/** Answers that are no API's. Once may be a captive portal; again and again it is how this panel says no. */
const foreign: ReadonlySet<ErrorCode> = new Set(['not-json', 'malformed-answer', 'redirected', 'panel-refused'])
const enough = 4

/**
 * @param seen whether this console was ever open, and how many tries before this one failed
 */
export function meaningOf(
  error: AppError,
  seen: { readonly hasBeenOpen: boolean; readonly failures: number },
): AccessFailure {
  const { code, status } = error
  if (conditionOf(error) !== null) return 'held'
  if (seen.hasBeenOpen) {
    if (code === 'server-not-found') return 'deleted'
    // A page in between may refuse for a while what the panel allowed before.
    return final.has(code) && code !== 'not-permitted' ? 'ended' : 'lost'
  }
  if (final.has(code)) return 'ended'
  if (code === 'server-not-found' || code === 'no-live-output' || (code === 'panel-refused' && status === 405)) {
    return 'none'
  }
  return foreign.has(code) && seen.failures >= enough ? 'none' : 'lost'
}
