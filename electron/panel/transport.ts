import ky from 'ky'
import { type AppError, appError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import { createTurns } from '../steps.ts'
import { errorOfThrown } from './errors.ts'
import { createHideToken, type HideToken } from './token-echo.ts'

/** Error bodies are read for their words only. */
const maxRefusalBytes = 64 * 1024

export type Fetch = typeof globalThis.fetch

type PanelRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly token: string
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, string>>
  /** Bound on the whole exchange, in milliseconds. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** A body larger than this, in bytes after decompression, is not read further; null where none is needed. */
  readonly maxBytes: number | null
}

/**
 * `text` is empty for a body that was not needed. `location` is where a redirect points. Both are as they came:
 * they may quote the request, and whoever shows a part of them shows it through `hideToken`.
 * `failure` says that a needed body did not come whole.
 */
export type PanelAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly location: string | null
  readonly failure: AppError | null
  readonly hideToken: HideToken
}

export type Transport = {
  /** Sends exactly one request and follows nothing. An error means that there was no answer. */
  send(request: PanelRequest): Promise<PanelAnswer | AppError>
}

/** True for a token that can stand in a header: visible ASCII without spaces. */
export function isHeaderSafe(token: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(token)
}

/** Reads at most `max` bytes of text; null when there is more. Throws what the stream throws. */
async function readText(response: Response, max: number): Promise<string | null> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const parts: string[] = []
  const giveTurn = createTurns()
  let bytes = 0
  for (;;) {
    const chunk = await reader.read()
    if (chunk.done) return parts.join('') + decoder.decode()
    bytes += chunk.value.byteLength
    if (bytes > max) {
      discard(reader)
      return null
    }
    parts.push(decoder.decode(chunk.value, { stream: true }))
    // All of it may be there already, so that no read waits.
    await giveTurn()
  }
}

/** Ends a body that nobody wants. How that ends is of no interest. */
function discard(body: { cancel(): Promise<void> } | null): void {
  body?.cancel().catch(() => undefined)
}

/** No cookie, no `Origin`, no `Referer`, no redirect. */
export const policy = { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' } as const

/**
 * One request over `ky`, which would try again, throw on a status and set a time limit of its own; all that is off.
 * Only `fetch` is given the request: ky would build it twice, and keep it, token and all, in the errors that it throws.
 */
export function createHttp(fetch: Fetch): (url: string, init: RequestInit) => Promise<Response> {
  const http = ky.create({ retry: 0, throwHttpErrors: false, timeout: false })
  return (url, init) => http(url, { fetch: () => fetch(url, init) })
}

/** One request at a time with the headers of the client API document: JSON first and alone in `Accept`. */
export function createTransport(deps: {
  readonly clock: Clock
  readonly userAgent: string
  readonly fetch?: Fetch | undefined
}): Transport {
  const { clock, userAgent } = deps
  const http = createHttp(deps.fetch ?? globalThis.fetch)

  async function receive(response: Response, request: PanelRequest, failureOf: (thrown: unknown) => AppError) {
    const { status, headers } = response
    const location = headers.get('location')
    const hideToken = createHideToken(request.token)
    const answer = (text: string, failure: AppError | null = null): PanelAnswer => ({
      status,
      headers,
      text,
      location,
      failure,
      hideToken,
    })
    const maxBytes = response.ok ? request.maxBytes : maxRefusalBytes
    if (maxBytes === null) {
      discard(response.body)
      return answer('')
    }
    try {
      const text = await readText(response, maxBytes)
      return text === null ? answer('', appError('answer-too-large')) : answer(text)
    } catch (thrown) {
      return answer('', failureOf(thrown))
    }
  }

  return {
    async send(request) {
      const { signal, body } = request
      const ending = new AbortController()
      const end = () => ending.abort()
      const cancelDeadline = clock.after(request.timeoutMs, end)
      signal?.addEventListener('abort', end, { once: true })
      if (signal?.aborted) end()
      const failureOf = (thrown: unknown) => {
        if (signal?.aborted) return appError('cancelled')
        return ending.signal.aborted ? appError('timeout') : errorOfThrown(thrown)
      }
      try {
        const response = await http(request.url, {
          ...policy,
          method: request.method,
          headers: {
            accept: 'application/json',
            'user-agent': userAgent,
            authorization: `Bearer ${request.token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: ending.signal,
        })
        return await receive(response, request, failureOf)
      } catch (thrown) {
        return failureOf(thrown)
      } finally {
        cancelDeadline()
        signal?.removeEventListener('abort', end)
      }
    },
  }
}
