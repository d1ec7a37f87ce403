import { type FileName, isPlainName, type ResolvedUrl } from '../../shared/model/file.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { depthOf } from '../network/hosts.ts'
import { errorOfThrown } from '../panel/errors.ts'
import { claimsPage } from '../panel/proof.ts'
import { type Fetch, policy } from '../panel/transport.ts'

/** As many as browsers follow, about. */
const maxHops = 10
const longestUrl = 2_048
/** Bound on each step, in milliseconds. */
const stepMs = 15_000

/**
 * The address that a machine may be asked to fetch from: open to everybody, since machines refuse what is private, and
 * without a password in it, since panels write it down. Error: `pull-unsafe`.
 */
export function parsePullUrl(text: string): Result<URL> {
  const url = text.length > longestUrl ? null : URL.parse(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return fail('pull-unsafe')
  if (url.username !== '' || url.password !== '' || depthOf(url.hostname) !== 'public') return fail('pull-unsafe')
  url.hash = ''
  return url.href.length > longestUrl ? fail('pull-unsafe') : ok(url)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The name that an answer gives its file, else the last part of the address; null where neither is a plain name. */
function nameOfAnswer(url: URL, headers: Headers): FileName | null {
  const disposition = headers.get('content-disposition') ?? ''
  const told = /filename\*=UTF-8''([^;\s]{1,800})/i.exec(disposition)?.[1]
  const plain = /filename="?([^";]{1,255})"?/i.exec(disposition)?.[1]
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  return [told && decoded(told), plain, decoded(last)].filter((name) => name !== undefined).find(isPlainName) ?? null
}

/** The size that an answer tells; null where it does not, or tells that of something else. */
function bytesOf(headers: Headers): number | null {
  const told = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(told) && !headers.has('content-encoding') ? Number(told) : null
}

type Way = {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly userAgent: string
  readonly signal: AbortSignal
}

/** Asks for the head of an address alone, and for the address itself where that is not answered; what comes is not read. */
async function ask(url: URL, { fetch, clock, userAgent, signal }: Way): Promise<Result<Response>> {
  const timeout = new AbortController()
  const cancel = clock.after(stepMs, () => timeout.abort())
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' }
  const ending = AbortSignal.any([signal, timeout.signal])
  const send = async (method: 'HEAD' | 'GET') => {
    const response = await fetch(url.href, { ...policy, method, headers, signal: ending })
    void response.body?.cancel().catch(() => undefined)
    return response
  }
  try {
    const head = await send('HEAD')
    return ok(head.status < 400 ? head : await send('GET'))
  } catch (thrown) {
    if (signal.aborted) return fail('cancelled')
    return fail(timeout.signal.aborted ? 'timeout' : errorOfThrown(thrown))
  } finally {
    cancel()
  }
}

/** Where an answer points on to; null for one that does not. */
function nextOf(url: URL, { status, headers }: Response): Result<URL> | null {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return null
  return parsePullUrl(URL.parse(location, url.href)?.href ?? '')
}

/** What stands at the last address. */
function foundAt(url: URL, { status, headers }: Response): Result<Omit<ResolvedUrl, 'hops'>> {
  if (status < 200 || status >= 300) {
    return fail('pull-refused', { status, message: `${safeText(url.host)} does not give that file (${status}).` })
  }
  const name = nameOfAnswer(url, headers)
  if (claimsPage(headers.get('content-type')) && !/\.x?html?$/i.test(name ?? '')) {
    return fail('pull-refused', { message: 'That address answers with a web page, not with a file.' })
  }
  return ok({ url: url.href, name, bytes: bytesOf(headers) })
}

/**
 * Finds out where an address leads, redirect by redirect, as machines of Pterodactyl follow none (the panel's API, part 2,
 * *Pull*). No key and no cookie goes along. Errors: `pull-unsafe` for where it leads, `pull-refused`, those of the way.
 */
export async function resolveUrl(text: string, way: Way): Promise<Result<ResolvedUrl>> {
  const hops: string[] = []
  let url = parsePullUrl(text)
  while (url.ok) {
    const response = await ask(url.value, way)
    if (!response.ok) return response
    const next = nextOf(url.value, response.value)
    if (next === null) {
      const found = foundAt(url.value, response.value)
      return found.ok ? ok({ ...found.value, hops }) : found
    }
    hops.push(url.value.href)
    if (hops.length > maxHops) return fail('pull-refused', { message: 'That address is redirected without an end.' })
    url = next
  }
  return url
}
