import type { WebSocket } from 'ws'
import type { Clock } from '../../clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Connection, createConnection, type ExpiryTimes } from './connection.ts'
import { frameOf, type Message, outputMessage } from './frames.ts'
import { statsMessage, statusMessage } from './stats.ts'
import { createThrottle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

const statsEveryMs = 1_000
const receivedRing = 500

type Deps = {
  readonly clock: Clock
  readonly server: LiveServer
  readonly tokens: Tokens
  readonly expiry: ExpiryTimes
  /** Whether the node bounds what a client sends. */
  readonly throttled: boolean
  readonly slowReaderBytes: number
  readonly record: (event: string, remote: string, properties: Readonly<Record<string, unknown>>) => void
}

export type Room = ReturnType<typeof createRoom>

/** All clients of one server: they are told what it does while there are any. */
export function createRoom(deps: Deps) {
  const { clock, server } = deps
  const connections = new Set<Connection>()
  const received: Message[] = []
  let reported = server.reportedState()
  let processThere = false
  let unwatch = () => {}
  let cancelStats = () => {}

  const hasProcess = () => server.machine().processSince !== null

  function tellAll(message: Message) {
    const frame = frameOf(message)
    for (const connection of connections) connection.tell(frame)
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
    unwatch = server.watch({
      printed(lines) {
        for (const line of lines) tellAll(outputMessage(line))
      },
      changed,
    })
    armStats()
  }

  function leave(connection: Connection) {
    connection.dispose()
    if (!connections.delete(connection) || connections.size > 0) return
    unwatch()
    cancelStats()
  }

  return {
    server,
    /** How many clients there are, authenticated or not. */
    size: () => connections.size,
    /** The last 500 messages that clients sent, oldest first, throttled ones too; tokens left out. */
    received: (): readonly Message[] => [...received],
    join(socket: WebSocket, remote: string) {
      const connection = createConnection({
        ...deps,
        socket,
        throttle: deps.throttled ? createThrottle(() => clock.now()) : null,
        onMessage(message) {
          received.push(message)
          if (received.length > receivedRing) received.shift()
        },
        record: (event, properties) => deps.record(event, remote, properties),
      })
      if (connections.size === 0) open()
      connections.add(connection)
      socket.once('close', () => leave(connection))
    },
    tell: tellAll,
    send(frame: string | Uint8Array) {
      for (const connection of connections) connection.send(frame)
    },
    /** Ends all connections; see `Connection.end`. */
    end(code: number | null, reason = '') {
      for (const connection of [...connections]) {
        connection.end(code, reason)
        leave(connection)
      }
    },
  }
}
