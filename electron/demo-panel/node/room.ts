import type { ConsoleText } from '../machine/console-text.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Client, type Connection, createConnection, type NodeParts } from './connection.ts'
import { frameOf, liveLines, type Message, outputMessage, statsMessage, statusMessage } from './frames.ts'

const statsEveryMs = 1_000
const receivedRing = 500
/** Close code for a connection whose API key no longer allows it: RFC 6455's policy violation. */
const policyViolation = 1008

export type Room = ReturnType<typeof createRoom>

/** The permission that a client needs to be sent an event (wings, `router/websocket/websocket.go`); null for none. */
function neededFor(event: string): string | null {
  if (event === 'install output') return 'admin.websocket.install'
  if (event === 'transfer logs') return 'admin.websocket.transfer'
  return event.startsWith('backup completed') ? 'backup.read' : null
}

/** All console clients of one server, who are sent what it does. */
export function createRoom(server: LiveServer, parts: NodeParts) {
  const { clock } = parts
  const connections = new Set<Connection>()
  const received: Message[] = []
  let reported = server.reportedState()
  let processThere = false
  let unwatch = () => {}
  let cancelStats = () => {}

  const hasProcess = () => server.machine().processSince !== null

  function tellAll(message: Message) {
    const frame = frameOf(message)
    const needs = neededFor(message.event)
    for (const connection of connections) connection.tell(frame, needs)
  }

  function printed(texts: readonly ConsoleText[]) {
    for (const { by, text } of texts) {
      for (const line of by === 'daemon' ? [text] : liveLines(text)) tellAll(outputMessage(line))
    }
  }

  function changed() {
    if (server.reportedState() !== reported) {
      reported = server.reportedState()
      tellAll(statusMessage(server))
    }
    if (hasProcess() === processThere) return
    processThere = hasProcess()
    if (!processThere) tellAll(statsMessage(server))
    armStats()
  }

  function armStats() {
    cancelStats()
    if (!processThere) return
    cancelStats = clock.after(statsEveryMs, () => {
      tellAll(statsMessage(server))
      armStats()
    })
  }

  function open() {
    reported = server.reportedState()
    processThere = hasProcess()
    unwatch = server.watch({ printed, changed })
    armStats()
  }

  function leave(connection: Connection) {
    connection.dispose()
    if (!connections.delete(connection) || connections.size > 0) return
    unwatch()
    cancelStats()
  }

  function end(connection: Connection, code: number | null, reason: string) {
    connection.end(code, reason)
    leave(connection)
  }

  return {
    server,
    /** How many clients there are, authenticated or not. */
    size: () => connections.size,
    /** The last 500 messages that clients sent, oldest first, throttled ones too; tokens left out. */
    received: (): readonly Message[] => [...received],
    join(client: Client) {
      const connection = createConnection(parts, server, client, (message) => {
        received.push(message)
        if (received.length > receivedRing) received.shift()
      })
      if (connections.size === 0) open()
      connections.add(connection)
      client.socket.once('close', () => leave(connection))
    },
    tell: tellAll,
    send(frame: string | Uint8Array) {
      for (const connection of connections) connection.send(frame)
    },
    /** Ends the connections whose API key no longer allows them. */
    recheck() {
      for (const connection of [...connections]) {
        if (!connection.isGranted()) end(connection, policyViolation, 'the api key no longer allows this')
      }
    },
    /** Ends all connections; see `Connection.end`. */
    end(code: number | null, reason = '') {
      for (const connection of [...connections]) end(connection, code, reason)
    },
  }
}
