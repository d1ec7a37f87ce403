import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { problem, refusal } from './refusal.ts'
import type { Reply } from './reply.ts'
import { maxBodyBytes, type PanelRequest, readBody } from './request.ts'

/** What answers the panel's requests. */
export type Answer = (request: PanelRequest) => Reply | Promise<Reply>

export const wrongHost = problem(421, 'HttpException', 'This panel answers only to its own address on this computer.')
const tooLarge = problem(413, 'PostTooLargeException', 'The request body is too large.')
const longestDrainBytes = 4 * maxBodyBytes
/** Most of a large answer that waits to be sent, in bytes. */
const partBytes = 1024 * 1024

type Deps = {
  /** Of the panel or its node, as it stands in the log. */
  readonly name: string
  readonly maxConnections: number
  readonly log: (line: string) => void
}

/**
 * An HTTP server on 127.0.0.1, with bounds on everything that comes in, which is stopped with all its connections,
 * upgraded ones included. Hostile input gets an error, never a crash.
 */
export function createHttpServer(answer: Answer, { name, maxConnections, log }: Deps) {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000, headersTimeout: 10_000 }, serve)
  server.maxConnections = maxConnections
  server.on('error', (error) => log(`The demo ${name}’s server reported: ${error.message}.`))
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  function port(): number | null {
    const address = server.address()
    return address === null || typeof address === 'string' ? null : address.port
  }

  /** False for a Host header with another name, as when a website's DNS points at this computer. */
  const isOwnHost = (header: string | undefined): boolean =>
    ['127.0.0.1', 'localhost', '[::1]'].some((name) => `${name}:${port()}` === header?.toLowerCase())

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await replyTo(message).catch((error: unknown) => {
      log(`The demo panel failed on a request: ${error instanceof Error ? error.message : 'unknown'}.`)
      return refusal.failed()
    })
    if (response.destroyed) return
    if (reply.isCut) return void response.destroy()
    if (!message.complete) drain(message, response)
    const { status, headers, body } = reply
    if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
      const length = body !== null && { 'content-length': Buffer.byteLength(body) }
      response.writeHead(status, { ...headers, ...length }).end(body)
      return
    }
    response.writeHead(status, { ...headers, 'content-length': body.bytes })
    const parts = Readable.from(body.parts(), { objectMode: false, highWaterMark: partBytes })
    // Whoever breaks off learns it from the connection.
    await pipeline(parts, response).catch(() => {})
  }

  async function replyTo(message: IncomingMessage): Promise<Reply> {
    const host = message.headers.host ?? ''
    if (!isOwnHost(host)) return wrongHost
    const target = message.url ?? ''
    if (!target.startsWith('/')) return refusal.badRequest('The request target must be a path.')
    const body = await readBody(message)
    if (body === null) return tooLarge
    const at = target.includes('?') ? target.indexOf('?') : target.length
    return answer({
      method: message.method ?? 'GET',
      path: target.slice(0, at),
      query: new URLSearchParams(target.slice(at)),
      headers: message.headers,
      remote: message.socket.remoteAddress ?? '',
      origin: `http://${host.toLowerCase()}`,
      body,
    })
  }

  async function listen(wanted: number): Promise<boolean> {
    server.listen({ host: '127.0.0.1', port: wanted, exclusive: true })
    return once(server, 'listening').then(
      () => true,
      () => false,
    )
  }

  return {
    server,
    port,
    isOwnHost,
    /** Listens on the first port that is free; 0 stands for any. */
    async start(ports: readonly number[]): Promise<Result<void>> {
      for (const wanted of ports) if (await listen(wanted)) return ok()
      return fail('demo-failed')
    },
    async stop(): Promise<void> {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Reads a little more from a sender over the bound, so that it gets to read the answer; then closes the connection. */
function drain(message: IncomingMessage, response: ServerResponse) {
  response.setHeader('connection', 'close')
  let left = longestDrainBytes
  message
    .on('error', () => {})
    .on('data', (chunk: Uint8Array) => {
      left -= chunk.length
      if (left < 0) message.destroy()
    })
}
