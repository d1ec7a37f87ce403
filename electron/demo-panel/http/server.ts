import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { problem, refusal } from './refusal.ts'
import type { Reply } from './reply.ts'
import { maxBodyBytes, type PanelRequest, readBody } from './request.ts'

/** What answers the panel's requests. */
export type Answer = (request: PanelRequest) => Reply | Promise<Reply>

const wrongHost = problem(421, 'HttpException', 'This panel answers only to its own address on this computer.')
const tooLarge = problem(413, 'PostTooLargeException', 'The request body is too large.')
const longestDrainBytes = 4 * maxBodyBytes

/** An HTTP server on 127.0.0.1, with bounds on everything that comes in. Hostile input gets an error, never a crash. */
export function createHttpServer(answer: Answer, log: (line: string) => void) {
  const loopback = createLoopback({ name: 'panel', maxConnections: 256, log, serve })

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await replyTo(message).catch((error: unknown) => {
      log(`The demo panel failed on a request: ${error instanceof Error ? error.message : 'unknown'}.`)
      return refusal.failed()
    })
    if (response.destroyed) return
    if (reply.isCut) return void response.destroy()
    if (!message.complete) drain(message, response)
    const length = reply.body !== null && { 'content-length': Buffer.byteLength(reply.body) }
    response.writeHead(reply.status, { ...reply.headers, ...length })
    response.end(reply.body)
  }

  async function replyTo(message: IncomingMessage): Promise<Reply> {
    const host = message.headers.host ?? ''
    if (!loopback.isOwnHost(host)) return wrongHost
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

  return loopback
}

/** Reads a little more from a sender over the bound, so that it gets to read the answer; then closes the connection. */
function drain(message: IncomingMessage, response: ServerResponse) {
  response.setHeader('connection', 'close')
  let left = longestDrainBytes
  message.on('error', () => {})
  message.on('data', (chunk: Uint8Array) => {
    left -= chunk.length
    if (left < 0) message.destroy()
  })
}

type LoopbackDeps = {
  /** Of the panel or its node, as it stands in the log. */
  readonly name: string
  readonly maxConnections: number
  readonly log: (line: string) => void
  readonly serve: (message: IncomingMessage, response: ServerResponse) => void
}

/** A bounded HTTP server on 127.0.0.1, which is stopped with all its connections, upgraded ones included. */
export function createLoopback({ name, maxConnections, log, serve }: LoopbackDeps) {
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
    /** False for a Host header with another name, as when a website's DNS points at this computer. */
    isOwnHost: (header: string | undefined): boolean =>
      ['127.0.0.1', 'localhost', '[::1]'].some((name) => `${name}:${port()}` === header?.toLowerCase()),
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
