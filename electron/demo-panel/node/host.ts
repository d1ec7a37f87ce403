import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { ok, type Result } from '../../../shared/result.ts'
import { json, type Reply } from '../http/reply.ts'
import { createHttpServer, wrongHost } from '../http/server.ts'
import { backupPath, type Transfers } from '../panel/transfers.ts'
import type { Room } from './room.ts'

/** The longest message that is read, in bytes after decompression. */
const maxPayload = 32_768
const maxSocketsPerServer = 30
/** Given while it is stopped: its own port may be another program's by then, and no system gives this one to any. */
const closedPort = 2

type Deps = {
  readonly panelOrigin: () => string | null
  /** The clients of a server that lives here; null for any other uuid. */
  readonly roomOf: (uuid: string) => Room | null
  readonly transfers: Pick<Transfers, 'answer'>
  readonly log: (line: string) => void
}

export type Host = ReturnType<typeof createHost>

/** A refusal in the daemon's shape. */
const refusal = (status: number, error: string): Reply => json({ error }, status)
const notHere = refusal(404, 'The requested resource does not exist on this instance.')

/**
 * A node's own address on loopback, which serves its servers' sockets and the downloads of their backups. Hostile input
 * gets an error, never a crash.
 */
export function createHost({ panelOrigin, roomOf, transfers, log }: Deps) {
  const loopback = createHttpServer(
    // HEAD has no route there: nobody learns a size without using the address up.
    (request) => (request.path === backupPath && request.method === 'GET' ? transfers.answer(request) : notHere),
    { name: 'node', maxConnections: 2_048, log },
  )
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: true, clientTracking: false })
  let lastPort = 0
  loopback.server.on('upgrade', upgrade)

  /** Whom a handshake leads to, or why it is refused (the panel's API, *Websocket, Connect* and *Limits*). */
  function roomFor({ headers, url = '' }: IncomingMessage): Room | Reply {
    if (!loopback.isOwnHost(headers.host)) return wrongHost
    if (headers.origin === undefined || headers.origin !== panelOrigin()) {
      return refusal(403, 'The origin of this request is not allowed.')
    }
    const uuid = /^\/api\/servers\/([0-9a-f-]{36})\/ws(?:\?|$)/.exec(url)?.[1]
    const room = uuid === undefined ? null : roomOf(uuid)
    if (room === null) return notHere
    return room.size() < maxSocketsPerServer ? room : refusal(400, 'Too many open websocket connections.')
  }

  function upgrade(message: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', () => {})
    const room = roomFor(message)
    if ('status' in room) refuse(socket, room)
    else sockets.handleUpgrade(message, socket, head, (client) => room.join(client, message.socket.remoteAddress ?? ''))
  }

  return {
    /** The port that it is reached at; one that nothing listens on while it is stopped. */
    port: () => loopback.port() ?? closedPort,
    /** Listens, on the former port where that is free. Error: `demo-failed`. */
    async start(): Promise<Result<void>> {
      if (loopback.port() !== null) return ok()
      const started = await loopback.start([lastPort, 0])
      lastPort = loopback.port() ?? lastPort
      return started
    },
    stop: loopback.stop,
  }
}

/** Answers a handshake that leads nowhere. */
function refuse(socket: Duplex, { status, body }: Reply) {
  const text = String(body)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json`
  socket.once('finish', () => socket.destroy())
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
}
