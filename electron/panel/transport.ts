import ky from 'ky'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { Clock } from '../lib/clock.ts'
import { createTurns } from '../lib/steps.ts'
import { errorOfThrown } from './errors.ts'
import { createJsonBound } from './json-bound.ts'
import { claimsPage, isDecided, type Method } from './proof.ts'
import { createHideToken, type HideToken } from './token-echo.ts'

/** Error bodies are read for their words only. */
const maxRefusalBytes = 64 * 1024

export type Fetch = typeof globalThis.fetch

type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** What an action sends; switches as JSON's own, since panels take the text `"false"` for true. */
export type JsonBody = Readonly<Record<string, JsonValue>>

type PanelRequest = {
  readonly method: Method
  readonly url: string
  readonly token: string
  /** Sent as JSON; bytes as plain text. */
  readonly body?: JsonBody | Uint8Array<ArrayBuffer>
  /** Bound on the whole exchange, in milliseconds. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /**
   * A body larger than this, in bytes after decompression, is not read further; null where none is needed, and only
   * the beginning of what is called a page is read.
   */
  readonly maxBytes: number | null
  /** An answer with more values than this, as `createJsonBound` counts them, is not read further either. */
  readonly maxValues: number
  /** The body of a success is wanted as the bytes that it is. */
  readonly wantsBytes?: boolean
}

/**
 * `text` is the body as far as it was read, empty where it was not needed; `bytes` are the body where they were asked for.
 * All are as they came: they may quote the request, and whoever shows a part of them shows it through `hideToken`.
 * `failure` says that not all came of a body that was needed.
 */
export type PanelAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array | null
  readonly failure: AppError | null
  readonly hideToken: HideToken
}

/** An answer with what its body claims to be, and where a redirect points. */
export const typed = ({ headers, ...answer }: PanelAnswer) => ({
  ...answer,
  contentType: headers.get('content-type'),
  location: headers.get('location'),
})

/** True for a token that can stand in a header: visible ASCII without spaces. */
export const isHeaderSafe = (token: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(token)

/** How much of a body is wanted: at most so many bytes, and no more once what came is enough. */
type Wanted = { readonly maxBytes: number; readonly isEnough?: (text: string) => boolean }
/** What came of it; `failure` says why it is not all that was wanted. */
type Read = Pick<PanelAnswer, 'text' | 'bytes' | 'failure'>

/**
 * Reads a body as far as it is wanted.
 * @param isWithin takes each piece of a text; false where it is too much to be read. Null for a body that is wanted as bytes
 */
async function readBody(
  { body }: Response,
  { maxBytes, isEnough = () => false }: Wanted,
  isWithin: ((piece: string) => boolean) | null,
  failureOf: (thrown: unknown) => AppError,
): Promise<Read> {
  const decoder = new TextDecoder()
  const chunks: Uint8Array[] = []
  let text = ''
  let room = maxBytes
  const giveTurn = createTurns()

  /** True where nothing more is wanted. */
  function take(chunk: Uint8Array): boolean {
    if (isWithin === null) {
      chunks.push(chunk)
      return false
    }
    const piece = decoder.decode(chunk, { stream: true })
    text += piece
    if (isEnough(text)) return true
    if (isWithin(piece)) return false
    text = ''
    room = -1
    return true
  }

  try {
    for await (const chunk of body ?? []) {
      room -= chunk.byteLength
      if (take(room < 0 ? chunk.subarray(0, room) : chunk) || room < 0) break
      // All of it may be there already, so that no read waits.
      await giveTurn()
    }
  } catch (thrown) {
    return { text, bytes: null, failure: failureOf(thrown) }
  }
  if (room < 0) return { text, bytes: null, failure: appError('answer-too-large') }
  return { text: text + decoder.decode(), bytes: isWithin === null ? Buffer.concat(chunks) : null, failure: null }
}

/** So much of an answer that is called a page tells whether it is one, in characters. */
const tellingLength = 4_096

/** How much to read of an answer; null for nothing. */
function wantedOf({ ok, headers }: Response, maxBytes: number | null): Wanted | null {
  if (!ok) return { maxBytes: maxRefusalBytes }
  if (maxBytes !== null) return { maxBytes }
  const isEnough = (text: string) => text.length >= tellingLength || isDecided(text)
  return claimsPage(headers.get('content-type')) ? { maxBytes: maxRefusalBytes, isEnough } : null
}

/** Ends a body that nobody wants. How that ends is of no interest. */
function discard(body: { cancel(): Promise<void> } | null | undefined): void {
  body?.cancel().catch(() => undefined)
}

const noBody = new Uint8Array()

/**
 * A body that cannot be sent a second time. `fetch` sends a request again by itself after a 421 (Fetch standard,
 * *HTTP-network-or-cache fetch*), unless its body is a stream.
 */
function sendableOnce(bytes: Uint8Array<ArrayBuffer>) {
  // Without its length a stream goes out in chunks, if there is anything in it.
  const headers = bytes.byteLength > 0 && { 'content-length': String(bytes.byteLength) }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes)
      controller.close()
    },
  })
  return { headers, init: { body, duplex: 'half' } } as const
}

const bytesOf = (body: JsonBody | Uint8Array<ArrayBuffer>) =>
  body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body))

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
}) {
  const { clock, userAgent } = deps
  const http = createHttp(deps.fetch ?? globalThis.fetch)

  async function receive(response: Response, request: PanelRequest, failureOf: (thrown: unknown) => AppError) {
    const { status, headers } = response
    const hideToken = createHideToken(request.token)
    const answer = (read: Read): PanelAnswer => ({ status, headers, hideToken, ...read })
    const wanted = wantedOf(response, request.maxBytes)
    if (wanted === null) {
      discard(response.body)
      return answer({ text: '', bytes: null, failure: null })
    }
    const isWithin = request.wantsBytes && response.ok ? null : createJsonBound(request.maxValues)
    return answer(await readBody(response, wanted, isWithin, failureOf))
  }

  return {
    /**
     * Sends exactly one request and follows nothing; only what reads may be sent once more by `fetch` itself (see
     * `sendableOnce`). An error means that there was no answer.
     */
    async send(request: PanelRequest): Promise<PanelAnswer | AppError> {
      const { signal, body, method } = request
      const outgoing = method === 'GET' ? null : sendableOnce(body === undefined ? noBody : bytesOf(body))
      const limit = new AbortController()
      const cancelLimit = clock.after(request.timeoutMs, () => limit.abort())
      const failureOf = (thrown: unknown) => {
        if (signal?.aborted) return appError('cancelled')
        return limit.signal.aborted ? appError('timeout') : errorOfThrown(thrown)
      }
      try {
        const response = await http(request.url, {
          ...policy,
          method,
          headers: {
            accept: 'application/json',
            'user-agent': userAgent,
            authorization: `Bearer ${request.token}`,
            ...(body !== undefined && {
              'content-type': body instanceof Uint8Array ? 'text/plain' : 'application/json',
            }),
            ...outgoing?.headers,
          },
          ...outgoing?.init,
          signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
        })
        return await receive(response, request, failureOf)
      } catch (thrown) {
        return failureOf(thrown)
      } finally {
        cancelLimit()
      }
    },
  }
}
