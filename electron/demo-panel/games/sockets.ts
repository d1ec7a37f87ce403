import { createSocket, type RemoteInfo } from 'node:dgram'
import { createServer, type Socket } from 'node:net'

const host = '127.0.0.1'
/** Connections at the same time; more are refused. */
const maxConnections = 64

/** A port that is open on 127.0.0.1. */
export type OpenPort = {
  readonly port: number
  /** Closes it, with every connection. */
  close(): Promise<void>
}

/**
 * Opens a TCP port; 0 is any free one. Null where it cannot be opened, as when another program has it.
 * @param serve called with each connection, which ends with the port
 */
export function openTcp(port: number, serve: (socket: Socket) => void): Promise<OpenPort | null> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Somebody who is gone is nobody's trouble.
    socket.on('error', () => {})
    serve(socket)
  })
  server.maxConnections = maxConnections
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen({ host, port, exclusive: true }, () => {
      server.on('error', () => {})
      const address = server.address()
      resolve(address === null || typeof address === 'string' ? null : { port: address.port, close })
    })
  })
}

/** The same for a UDP port. `reply` sends to whoever the message came from, and does nothing once the port is closed. */
export function openUdp(
  port: number,
  serve: (message: Uint8Array, from: RemoteInfo, reply: (answer: Uint8Array) => void) => void,
): Promise<OpenPort | null> {
  const socket = createSocket('udp4')
  let isOpen = true
  const close = () =>
    new Promise<void>((resolve) => {
      isOpen = false
      socket.close(() => resolve())
    })
  socket.on('message', (message, from) =>
    serve(message, from, (answer) => {
      if (isOpen) socket.send(answer, from.port, from.address, () => {})
    }),
  )
  return new Promise((resolve) => {
    socket.once('error', () => resolve(null))
    socket.bind({ address: host, port, exclusive: true }, () => {
      socket.on('error', () => {})
      resolve({ port: socket.address().port, close })
    })
  })
}
