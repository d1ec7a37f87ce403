import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { failureCodeOf } from '../lib/failure-code.ts'

/**
 * electron-updater's codes for a file that is not the published one; Squirrel, which macOS's updater is, has only
 * words.
 */
const refusedCodes = new Set(['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'])
const refusedWords = /code signature|code requirement/i

/** Chromium's network errors, and answers that are no release. */
const unreachableCodes = /^(?:HTTP_ERROR_\d+|ERR_UPDATER_(?:CHANNEL_FILE|LATEST_VERSION)_NOT_FOUND)$/
const unreachableWords = /net::ERR_|Cannot download .*, status \d+|aborted by the server/

/** What an updater's failure means to a person. Addresses and paths in it stay in the log. */
export function updateFailure(failure: unknown): AppError {
  const code = failureCodeOf(failure)
  const words = failure instanceof Error ? failure.message : String(failure)
  if (refusedCodes.has(code) || refusedWords.test(words)) return appError('update-refused')
  if (/net::ERR_(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)/.test(words))
    return appError('update-unreachable', { message: 'The download broke off.' })
  if (unreachableCodes.test(code) || unreachableWords.test(words)) return appError('update-unreachable')
  if (/read-only volume/i.test(words))
    return appError('update-failed', { hint: 'Move Servertray into the Applications folder, then try again.' })
  return appError('update-failed')
}
