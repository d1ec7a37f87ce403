import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusal } from './envelope.ts'
import { createLoopback } from './loopback.ts'
import type { Reply } from './reply.ts'
import { maxBodyBytes, type PanelRequest, readBody } from './request.ts'

type Deps = {
  readonly answer: (request: PanelRequest) => Reply | Promise<Reply>
  readonly log: (line: string) => void
}

const longestDrainBytes = 4 * maxBodyBytes

/** An HTTP server on 127.0.0.1, with bounds on everything that comes in. Hostile input gets an error, never a crash. */
export function createHttpServer({ answer, log }: Deps) {
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 30_000, headersTimeout: 10_000 },
    (message, response) => {
      void serve(message, response)
    },
  )
  server.maxConnections = 256
  const loopback = createLoopback(server)
  server.on('error', (error) => log(`The demo panel’s server reported: ${error.message}.`))
  server.on('clientError', (_error, socket) => refuseSocket(socket))

  async function serve(message: IncomingMessage, response: ServerResponse) {
    const reply = await replyTo(message).catch((error: unknown) => {
      log(`The demo panel failed on a request: ${error instanceof Error ? error.message : 'unknown'}.`)
      return refusal.failed()
    })
    if (response.destroyed) return
    if (reply.isCut) return void response.destroy()
    if (!message.complete) drain(message, response)
    response.writeHead(reply.status, { ...reply.headers, ...lengthOf(reply) })
    response.end(reply.body)
  }

  async function replyTo(message: IncomingMessage): Promise<Reply> {
    const host = message.headers.host ?? ''
    if (!loopback.isOwnHost(host)) return refusal.wrongHost()
    const target = message.url ?? ''
    if (!target.startsWith('/')) return refusal.badRequest('The request target must be a path.')
    const body = await readBody(message)
    if (body === null) return refusal.tooLarge()
    const [path = '/', query = ''] = split(target, '?')
    return answer({
      method: message.method ?? 'GET',
      path,
      query: new URLSearchParams(query),
      headers: message.headers,
      remote: message.socket.remoteAddress ?? '',
      origin: `http://${host.toLowerCase()}`,
      body,
    })
  }

  return { port: loopback.port, start: loopback.start, stop: loopback.stop }
}

function split(text: string, at: string): readonly string[] {
  const index = text.indexOf(at)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}

function lengthOf(reply: Reply): Record<string, number> {
  return reply.body === null ? {} : { 'content-length': Buffer.byteLength(reply.body) }
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

function refuseSocket(socket: Duplex) {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  else socket.destroy()
}
