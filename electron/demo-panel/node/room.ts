import type { LiveServer } from '../machine/live-server.ts'
import { type Connection, createConnection, type NodeParts } from './connection.ts'
import { frameOf, liveLines, type Message, outputMessage, statsMessage, statusMessage } from './frames.ts'

const statsEveryMs = 1_000
const receivedRing = 500
/** Close code for a connection whose API key no longer allows it: RFC 6455's policy violation. */
const policyViolation = 1008

export type Room = ReturnType<typeof createRoom>

/** The permission that a client needs to be sent an event (wings, `router/websocket/websocket.go`); null for none. */
function neededFor(event: string): string | null {
  if (event === 'transfer logs') return 'admin.websocket.transfer'
  return event.startsWith('backup completed') ? 'backup.read' : null
}

/** All console clients of one server, who are sent what it does. */
export function createRoom(server: LiveServer, parts: NodeParts) {
  const connections = new Set<Connection>()
  const received: Message[] = []
  let unwatch = () => {}

  function tell(message: Message) {
    const frame = frameOf(message)
    for (const connection of connections) connection.tell(frame, neededFor(message.event))
  }

  /** Tells what the server does from now on, and a reading each second while it has a process. */
  function watch(): () => void {
    let reported = server.reportedState()
    let hadProcess = server.hasProcess()
    let cancelStats = () => {}
    function armStats() {
      cancelStats()
      if (!hadProcess) return
      cancelStats = parts.clock.after(statsEveryMs, () => {
        tell(statsMessage(server))
        armStats()
      })
    }
    const end = server.watch({
      printed(texts) {
        for (const { by, text } of texts) {
          for (const line of by === 'daemon' ? [text] : liveLines(text)) tell(outputMessage(line))
        }
      },
      changed() {
        if (server.reportedState() !== reported) tell(statusMessage(server))
        reported = server.reportedState()
        if (server.hasProcess() === hadProcess) return
        hadProcess = server.hasProcess()
        if (!hadProcess) tell(statsMessage(server))
        armStats()
      },
    })
    armStats()
    return () => {
      end()
      cancelStats()
    }
  }

  function leave(connection: Connection) {
    connection.dispose()
    if (connections.delete(connection) && connections.size === 0) unwatch()
  }

  /** Ends those connections: with a close frame, or without one, as a cut network does, where no code is given. */
  function end(ending: readonly Connection[], code: number | null, reason: string) {
    for (const connection of ending) {
      leave(connection)
      if (code === null) connection.socket.terminate()
      else connection.socket.close(code, reason)
    }
  }

  return {
    server,
    /** How many clients there are, authenticated or not. */
    size: () => connections.size,
    /** The last 500 messages that clients sent, oldest first, throttled ones too; tokens left out. */
    received: (): readonly Message[] => [...received],
    /** Lets a client in, from the handshake on. */
    join(socket: Connection['socket'], remote: string) {
      const connection = createConnection(parts, server, { socket, remote }, (message) => {
        received.push(message)
        if (received.length > receivedRing) received.shift()
      })
      if (connections.size === 0) unwatch = watch()
      connections.add(connection)
      socket.once('close', () => leave(connection))
    },
    tell,
    /** Sends a text frame as it is to all. */
    send(frame: string | Uint8Array) {
      for (const { socket } of connections) socket.send(frame, { binary: false })
    },
    /** Ends the connections whose API key no longer allows them. */
    recheck() {
      const wrong = [...connections].filter((connection) => !connection.isGranted())
      end(wrong, policyViolation, 'the api key no longer allows this')
    },
    /** Ends all connections, without a close frame where no code is given. */
    end: (code: number | null, reason = '') => end([...connections], code, reason),
  }
}
