import type { AppError } from '../../../shared/error-schema.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { uncapitalised } from '../../../shared/model/text.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import type { Query } from '../../state/queries.ts'
import { tryAgainStep } from '../again.ts'
import type { AreaNews } from './AreaSlot.tsx'

/** What is said of an act that the panel doesn't let the key's account do. */
export const notAllowed = 'your account may not do it'

/** Why the panel does not let something be done; null where it does, or does not tell. */
export const whyDenied = <Act extends string>(act: Act, denied: readonly Act[]): string | null =>
  denied.includes(act) ? notAllowed : null

/** Failures of which the panel's own words tell more than ours. */
const vague: ReadonlySet<ErrorCode> = new Set([
  'panel-refused',
  'input-rejected',
  'panel-failed',
  'node-unreachable',
  'machine-refused',
  'machine-failed',
  'download-refused',
])

/** Why something failed and the next step, with the panel's own words where they tell more. */
export const toldOf = ({ code, message, hint, detail }: AppError) => ({
  message,
  hint: detail !== undefined && vague.has(code) ? `“${detail}” ${hint}` : hint,
})

/** News of what was tried and why it failed, where that does not say so itself. */
export function failed(what: string, error: AppError) {
  const { message, hint } = toldOf(error)
  return { hasFailed: true, message: what === '' ? message : `${what} ${message}`, hint }
}

/**
 * News of what is shown but could not be read again; null where it could, or where nothing is shown.
 * @param what begins a sentence: `The list`
 */
export function notReadAgain(
  what: string,
  { value, error, again }: Pick<Query<unknown>, 'value' | 'error' | 'again'>,
): AreaNews | null {
  if (value === null || error === null) return null
  return { ...failed(`${what} could not be read again.`, error), step: tryAgainStep(again) }
}

/** News of an act that failed, or of which the answer was lost. `what` begins a sentence: `Removing “a”`. */
export function failedAct(what: string, error: AppError) {
  return failed(
    error.mayHaveActed ? `It is not known whether ${uncapitalised(what)} worked.` : `${what} failed.`,
    error,
  )
}

/** The same for the top of the window, where the area was left meanwhile. */
export const problemOf = ({ message, hint }: { message: string; hint: string }, error: AppError): AppError => ({
  ...error,
  message,
  hint,
})

/** `as of 12:01`, where what is shown is older than it should be; null where it is not. Takes unix milliseconds. */
export function asOf(at: number, hasFailed: boolean, now: number): string | null {
  return at > 0 && (hasFailed || now - at > 5 * 60_000) ? `as of ${clockTime(at)}` : null
}
