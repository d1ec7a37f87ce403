import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { conditionOf } from '../panel/conditions.ts'

/**
 * What a failed call for a console's token means:
 * - `held`: the panel holds the server; `deleted`: there is no such server any more
 * - `none`: this panel has no consoles; `ended`: only a person, or another key, can change it
 * - `lost`: it may be gone the next time, as everything is that lies between here and the panel
 */
export type AccessFailure = 'held' | 'deleted' | 'none' | 'ended' | 'lost'

/**
 * After so many answers in a row that come from no API, the panel counts as one without consoles; a few may come from a
 * captive portal.
 */
const enough = 4

/**
 * @param seen whether this console was ever open, and how many tries before this one failed
 */
export function meaningOf(
  error: AppError,
  seen: { readonly hasBeenOpen: boolean; readonly failures: number },
): AccessFailure {
  const { code, status } = error
  const { health, recovery } = catalogue[code]
  if (conditionOf(error) !== null) return 'held'
  if (seen.hasBeenOpen) {
    if (code === 'server-not-found') return 'deleted'
    // A page in between may refuse for a while what the panel allowed before.
    return recovery === 'person' && code !== 'not-permitted' ? 'ended' : 'lost'
  }
  if (recovery === 'person') return 'ended'
  if (code === 'server-not-found' || code === 'no-live-output' || (code === 'panel-refused' && status === 405)) {
    return 'none'
  }
  return health === 'foreign' && seen.failures >= enough ? 'none' : 'lost'
}
