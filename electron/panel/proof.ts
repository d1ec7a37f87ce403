import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { ErrorCode } from '../../shared/errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Whether the panel did what was asked of it. */
export type Proof = 'acted' | 'not-acted' | 'not-known'

/** What came back, as far as it says anything of an action. */
export type Answered = {
  readonly status: number
  readonly contentType: string | null
  /** Its body, as far as it was read. */
  readonly text: string
  /** Why not all of it was read. */
  readonly failure?: AppError | null
}

/** True where an answer is called a page. Many servers call so whatever is given no other type. */
export const claimsPage = (contentType: string | null) => /\bx?html\b/i.test(contentType ?? '')

/** True where a text that has begun so is a page, or is none, whatever follows. */
export const isDecided = (text: string) => /^\s*[<{["]/.test(text)

/** True for a page meant for eyes: a login, a protection page, or a proxy's error, but no answer of an API. */
export function isWebPage({ contentType, text }: Pick<Answered, 'contentType' | 'text'>): boolean {
  if (isDecided(text)) return text.trimStart().startsWith('<')
  return claimsPage(contentType) && /<[a-z!/]/i.test(text)
}

/** True where what is missing of a body might tell that it is a page. */
const mayBecomePage = ({ contentType, text, failure = null }: Answered) =>
  failure !== null && claimsPage(contentType) && !isDecided(text)

/**
 * Server errors that are sent before anybody acts: not implemented, unknown HTTP version, a captive portal
 * (RFC 9110, RFC 6585), and those of a proxy that had no connection to the panel (Cloudflare's 521, 523, 525, 526).
 */
const beforeActing: ReadonlySet<number> = new Set([501, 505, 511, 521, 523, 525, 526])

/** Why something is refused, whatever the status. */
const reasons: ReadonlySet<ErrorCode> = new Set([
  'server-not-running',
  'server-unavailable',
  'file-not-found',
  'file-exists',
  'file-too-large',
  'databases-off',
])

/**
 * What an answer proves of the action that was asked for; decided here alone.
 * - Reading never acts.
 * - A success is one only where an API gave it: a page may come from anything that stands before the panel. Otherwise its
 *   status alone tells it, whatever becomes of its body.
 * - A refusal (4xx) or a redirect acts not, but for 303, which points to the result of what was done (RFC 9110).
 * - A server error may come after the act: a proxy that waited too long, a machine that answered too late. Where the
 *   panel itself says that it is not at work (503 as JSON), or why it refuses (`code`), nothing was done.
 * @param code what the answer was read as; null for a success
 */
export function proofOfAnswer(method: Method, answer: Answered, code: ErrorCode | null): Proof {
  const { status } = answer
  if (method === 'GET') return 'not-acted'
  if (status >= 200 && status < 300) return isWebPage(answer) || mayBecomePage(answer) ? 'not-known' : 'acted'
  if (status === 303) return 'not-known'
  if (status < 500 || beforeActing.has(status)) return 'not-acted'
  if (code !== null && reasons.has(code)) return 'not-acted'
  return status === 503 && /\bjson\b/i.test(answer.contentType ?? '') ? 'not-acted' : 'not-known'
}

/** What it proves that no answer came. */
export const proofOfSilence = (method: Method, code: ErrorCode): Proof =>
  method === 'GET' || catalogue[code].delivery === 'not-sent' ? 'not-acted' : 'not-known'

/** An error with what it proves of the action. */
export function provenBy(error: AppError, proof: Proof): AppError {
  if (proof !== 'not-known') return error
  const { hint } = error
  const isUsual = hint === catalogue[error.code].hint
  return {
    ...error,
    hint: `It is not known whether the panel acted. ${isUsual ? 'Look at the server before you send it again.' : hint}`,
    mayHaveActed: true,
  }
}
