import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { looksLikeToken } from '../../shared/keys/token.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { reachOf } from '../network/hosts.ts'

const maxAddressLength = 2_048

/** Where the client API lies under a panel's own address (the panel's API, *Transport*). */
const apiPath = '/api/client'

/** First path segments of a panel's web pages, which people paste from the address bar. */
const webPage = /\/(?:server|account|auth|admin|profile|login)(?:\/.*)?$/

function parseAddress(typed: string): Result<URL> {
  const text = typed.trim()
  if (text === '' || text.length > maxAddressLength || /[\p{Cc}\s]/u.test(text)) return fail('invalid-address')
  if (looksLikeToken(text)) {
    return fail('invalid-address', {
      message: 'This looks like a token, not like an address.',
      hint: 'Nothing was sent. Enter the address of your panel here; the token has a field of its own.',
    })
  }
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.hostname === '' || !['http:', 'https:'].includes(url.protocol)) return fail('invalid-address')
  if (url.username !== '' || url.password !== '') {
    return fail('invalid-address', {
      message: 'A panel address must not carry a name or password.',
      hint: 'Remove the part before the @. The token has a field of its own.',
    })
  }
  if (url.protocol === 'http:' && reachOf(url.hostname) === 'public') return fail('insecure-address')
  return ok(url)
}

const pathOf = (url: URL) => url.pathname.replace(/\/+$/, '')

/**
 * An address taken as the client API's `{base_url}` itself: no query, no fragment, no slash at the end.
 * Fails with `invalid-address` or `insecure-address`.
 */
export function parseBaseUrl(typed: string): Result<string> {
  const url = parseAddress(typed)
  return url.ok ? ok(url.value.origin + pathOf(url.value)) : url
}

/**
 * True for a base address to which a token travels readable through a network, which a person has to allow:
 * plain http to anything but this computer.
 */
export function needsConsent(baseUrl: string): boolean {
  const url = new URL(baseUrl)
  return url.protocol === 'http:' && reachOf(url.hostname) !== 'loopback'
}

/**
 * What a person typed or pasted (a host, a web page of the panel, a base address) as the base addresses it
 * can mean, likeliest first. Never empty. Fails with `invalid-address` or `insecure-address`.
 */
export function candidateBaseUrls(typed: string): Result<readonly string[]> {
  const url = parseAddress(typed)
  if (!url.ok) return url
  const { origin } = url.value
  const path = pathOf(url.value)
  const api = /^.*?\/api\/client(?=\/|$)/.exec(path)
  if (api !== null) return ok([origin + api[0]])
  if (path === '') return ok([origin + apiPath, origin])
  if (webPage.test(path)) return ok([origin + path.replace(webPage, '') + apiPath])
  return ok([origin + path, origin + path + apiPath, origin + apiPath])
}

/** What is a client API answers as one, also with a refusal: that settles which address it is. */
function settles(error: AppError, baseUrl: string, isLast: boolean): boolean {
  if (catalogue[error.code].health === 'foreign') return false
  // A page may refuse a key too: those of Pelican answer 401 as JSON to whoever asks for JSON (its `Handler.php`,
  // `unauthenticated`). A wrong token is tried no more often than this takes, as panels may count wrong ones.
  const isRefusal = error.status === 401 || error.status === 403
  return !isRefusal || isLast || baseUrl.endsWith(apiPath)
}

/**
 * Where plain http may be what an address of an own network means: none was typed, and nothing speaks https there. It is
 * not tried before a person says so.
 */
function orNoHttps(error: AppError, typed: string): AppError {
  const url = parseAddress(typed)
  const isSchemeLess = url.ok && !typed.includes('://') && reachOf(url.value.hostname) !== 'public'
  if (!isSchemeLess || !['tls-failed', 'connection-refused'].includes(error.code)) return error
  return appError('no-https', { message: error.message })
}

/**
 * Finds the base address behind what a person typed, with one list call for each candidate until one
 * answers as a client API. When none does, the failure of the likeliest candidate is returned.
 */
export async function findBaseUrl<T>(
  typed: string,
  list: (baseUrl: string) => Promise<Result<T>>,
): Promise<Result<{ readonly baseUrl: string; readonly list: T }>> {
  const candidates = candidateBaseUrls(typed)
  if (!candidates.ok) return candidates
  let first = appError('api-not-found')
  for (const [index, baseUrl] of candidates.value.entries()) {
    const answer = await list(baseUrl)
    if (answer.ok) return ok({ baseUrl, list: answer.value })
    if (settles(answer.error, baseUrl, index === candidates.value.length - 1))
      return fail(orNoHttps(answer.error, typed))
    if (index === 0) first = answer.error
  }
  return fail(first)
}
