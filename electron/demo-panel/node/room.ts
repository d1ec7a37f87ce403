import type { WebSocket } from 'ws'
import type { Clock } from '../../lib/clock.ts'
import { type ConsoleText, daemonLine } from '../machine/console-text.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
import { type Claims, eventPermission } from './claims.ts'
import { type Connection, createConnection } from './connection.ts'
import { frameOf, type Message, outputMessage } from './frames.ts'
import type { NodeSettings } from './options.ts'
import { createOutputThrottle, liveLines, tooMuchOutput } from './output.ts'
import { statsMessage, statusMessage } from './stats.ts'
import { createThrottle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

const statsEveryMs = 1_000
const receivedRing = 500
/** Close code for a connection whose API key no longer allows it: RFC 6455's policy violation. */
const policyViolation = 1008

type Deps = {
  readonly clock: Clock
  readonly server: LiveServer
  readonly tokens: Tokens
  readonly settings: NodeSettings
  /** Whether the API key behind a token still allows all that the token says, from this address. */
  readonly isGranted: (claims: Claims, remote: string) => boolean
  readonly record: (event: string, remote: string, properties: Readonly<Record<string, unknown>>) => void
}

export type Room = ReturnType<typeof createRoom>

/** All console clients of one server, who are sent what it does. */
export function createRoom(deps: Deps) {
  const { clock, server, tokens, settings } = deps
  const { outputLimit, replay, slowReaderBytes } = settings
  const now = () => clock.now()
  const connections = new Set<Connection>()
  const received: Message[] = []
  const output = outputLimit === null ? null : createOutputThrottle(now, outputLimit)
  const late = createTimers(clock)
  let reported = server.reportedState()
  let processThere = false
  let unwatch = () => {}
  let cancelStats = () => {}

  const hasProcess = () => server.machine().processSince !== null

  function tellAll(message: Message) {
    const frame = frameOf(message)
    const needs = eventPermission(message.event)
    for (const connection of connections) connection.tell(frame, needs)
  }

  function printed(texts: readonly ConsoleText[]) {
    for (const { by, text } of texts) {
      if (by === 'daemon') tellAll(outputMessage(text))
      else for (const line of liveLines(text)) sendLive(line)
    }
  }

  function sendLive(line: string) {
    const { passed, begins } = output?.take() ?? { passed: true, begins: false }
    if (begins) tellAll(outputMessage(daemonLine(tooMuchOutput)))
    if (passed) late.after(replay.liveMs, () => tellAll(outputMessage(line)))
  }

  function changed() {
    if (server.reportedState() !== reported) {
      reported = server.reportedState()
      if (reported === 'starting') output?.reset()
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
    late.cancelAll()
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
    join(socket: WebSocket, remote: string) {
      const connection = createConnection({
        clock,
        socket,
        server,
        tokens,
        isGranted: (claims) => deps.isGranted(claims, remote),
        replay,
        throttle: settings.generation === '1.12' ? createThrottle(now) : null,
        slowReaderBytes,
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
