import { EventEmitter } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { PassThrough } from 'node:stream'

/** The part of Electron's options that is used here; they are those of Node, with two more. */
type Options = {
  method?: string
  protocol?: string
  hostname?: string
  port?: number | string
  path?: string
  headers?: Record<string, string>
  redirect?: string
  session?: { _requests: Set<{ abort(): void }> }
}

/** Chromium's names for what goes wrong on the way. */
const names: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
}
const failureOf = (failure: Error) =>
  new Error(`net::${names['code' in failure ? String(failure.code) : ''] ?? 'ERR_FAILED'}`)

/**
 * Electron's `net.request` over Node's: no `socket` event and no time limit, redirects are told and left to the listener,
 * and an answer that breaks off fails both the answer and the request.
 */
export class NetRequest extends EventEmitter {
  readonly #request: ClientRequest
  readonly #ended: () => void

  constructor({ session, redirect: _, protocol = 'http:', ...options }: Options) {
    super()
    const send = protocol === 'https:' ? requestHttps : requestHttp
    this.#request = send({ ...options, protocol })
    session?._requests.add(this)
    this.#ended = () => void session?._requests.delete(this)
    this.#request.once('response', (message) => this.#answer(message))
    this.#request.once('error', (failure) => this.#fail(failureOf(failure)))
  }

  #fail(failure: Error): void {
    this.#ended()
    if (this.listenerCount('error') > 0) this.emit('error', failure)
  }

  #answer(message: IncomingMessage): void {
    const { statusCode = 0, statusMessage, headers } = message
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      message.resume()
      if (this.listenerCount('redirect') === 0) throw new Error('the stand-in follows no redirects')
      const target = new URL(headers.location, `${this.#request.protocol}//${this.#request.getHeader('host')}`)
      this.emit('redirect', statusCode, 'GET', target.href, headers)
      return
    }
    const response = Object.assign(new PassThrough(), { statusCode, statusMessage, headers })
    message.once('error', () => {
      const failure = new Error('net::ERR_CONTENT_LENGTH_MISMATCH')
      response.destroy(failure)
      this.#fail(failure)
    })
    message.once('end', this.#ended)
    message.pipe(response)
    this.emit('response', response)
  }

  setHeader(name: string, value: string): void {
    this.#request.setHeader(name, value)
  }

  end(chunk?: Buffer): void {
    this.#request.end(chunk)
  }

  abort(): void {
    this.#ended()
    this.emit('abort')
    this.#request.destroy()
  }
}
