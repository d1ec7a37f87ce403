import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import type { Clock } from '../../lib/clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
import { signalPermission } from '../panel/rights.ts'
import {
  frameOf,
  type Message,
  outputMessage,
  parseFrame,
  repeatedLines,
  statsMessage,
  statusMessage,
} from './frames.ts'
import { createThrottle } from './throttle.ts'
import { type Claims, holds, secondsLeft, type Tokens, tokenTrouble } from './tokens.ts'

type Properties = Readonly<Record<string, unknown>>

const logLines = 150
/**
 * How repeated lines get mixed with live ones: what is printed before the log is read is sent live first, and again with
 * the log, which goes out in pieces. Milliseconds.
 */
const replay = { readMs: 15, pieceLines: 50, pieceMs: 2 }
/** Answers wait for a slow reader up to this many times the bound for events; beyond it they are dropped too. */
const answerFactor = 4
/** How often a token's expiry is checked, in milliseconds, and how many seconds before it the client is warned. */
const expiryCheckMs = 30_000
const expiryWarningSeconds = 60

const unexpected = 'an unexpected error was encountered while handling this request'
const lockBusy = 'another power action is currently being processed for this server, please try again later'

/** What all connections of a node share. */
export type NodeParts = {
  readonly clock: Clock
  readonly tokens: Tokens
  /** Whether the API key behind a token still allows all that the token says, from this address. */
  readonly isGranted: (claims: Claims, remote: string) => boolean
  /** Bytes that may wait unread before events are dropped. */
  readonly slowReaderBytes: number
  /** Notes what was done from an address, for the server's activity list. */
  readonly record: (server: LiveServer, event: string, remote: string, properties: Properties) => void
}

/** One client: its socket, and the address it came from. */
export type Client = { readonly socket: WebSocket; readonly remote: string }

export type Connection = ReturnType<typeof createConnection>

/**
 * One client on a server's socket, from the handshake on.
 * @param onMessage called with every message that could be parsed, tokens left out
 */
export function createConnection(
  { clock, tokens, slowReaderBytes, ...parts }: NodeParts,
  server: LiveServer,
  { socket, remote }: Client,
  onMessage: (message: Message) => void,
) {
  const timers = createTimers(clock)
  const throttle = createThrottle(() => clock.now())
  let claims: Claims | null = null
  const isGranted = (checked: Claims) => parts.isGranted(checked, remote)
  const record = (event: string, properties: Properties) => parts.record(server, event, remote, properties)

  const trouble = (checked: Claims) =>
    tokenTrouble(checked, server.uuid, clock.now(), tokens.isDenied(checked) || !isGranted(checked))

  function write(frame: string, most: number) {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount <= most) socket.send(frame)
  }

  /**
   * Sends an event; once the token is no longer good, an error about that takes its place and the event is lost.
   * @param needs the permission without which it is not sent
   */
  function tell(frame: string, needs: string | null = null, most = slowReaderBytes) {
    if (claims === null) return
    const text = trouble(claims)
    if (text !== null) write(frameOf({ event: 'jwt error', args: [text] }), most)
    else if (needs === null || holds(claims.permissions, needs)) write(frame, most)
  }

  const answer = (message: Message) => write(frameOf(message), answerFactor * slowReaderBytes)
  /** The message itself failed. */
  const answerFailure = (text: string, event = 'daemon error') =>
    answer({ event, args: [`Error Event [${randomUUID()}]: ${text}`] })

  function authenticate(token: string) {
    const fresh = tokens.read(token)
    if (fresh === null) return answerFailure(unexpected)
    const text = trouble(fresh)
    if (text !== null) return answerFailure(text, 'jwt error')
    const isFirst = claims === null
    claims = fresh
    answer({ event: 'auth success' })
    if (!isFirst) return
    tell(frameOf(statusMessage(server)))
    if (server.reportedState() === 'offline') tell(frameOf(statsMessage(server)))
    armCheck()
  }

  function armCheck() {
    timers.after(expiryCheckMs, () => {
      const left = claims === null ? 0 : secondsLeft(claims, clock.now())
      if (left <= expiryWarningSeconds) {
        const event = left > 0 ? 'token expiring' : 'token expired'
        tell(frameOf({ event }), null, answerFactor * slowReaderBytes)
      }
      armCheck()
    })
  }

  const hasProcess = () => ['starting', 'running', 'stopping'].includes(server.machine().phase)

  /** The log is sent in pieces, between which live events may come. */
  function repeat() {
    if (!hasProcess()) return
    timers.after(replay.readMs, () => send(repeatedLines(server.log(), logLines)))
    function send(lines: readonly string[]) {
      for (const line of lines.slice(0, replay.pieceLines)) tell(frameOf(outputMessage(line)))
      const rest = lines.slice(replay.pieceLines)
      if (rest.length > 0) timers.after(replay.pieceMs, () => send(rest))
    }
  }

  function power(text: string, held: readonly string[]) {
    const parsed = powerSignalSchema.safeParse(text)
    if (!parsed.success) return answerFailure(unexpected)
    const signal = parsed.data
    if (!holds(held, signalPermission[signal])) return
    if (server.nodeConflict() !== null) return answerFailure(unexpected)
    const isLocked = ['preparing', 'stopping'].includes(server.machine().phase)
    if (isLocked && signal !== 'kill') return answerFailure(lockBusy)
    if (signal === 'start' && hasProcess()) return answerFailure(unexpected)
    server.signal(signal)
    record(`server:power.${signal}`, {})
  }

  function command(text: string, held: readonly string[]) {
    if (holds(held, 'control.console') && server.command(text)) record('server:console.command', { command: text })
  }

  /** What the node does about one message (the panel's API, *Websocket*). Arguments are joined. */
  function act({ event, args }: { readonly event: string; readonly args: readonly string[] }) {
    const text = args.join('')
    if (event === 'auth') return authenticate(text)
    const wrong = claims === null ? 'jwt: no jwt present' : trouble(claims)
    if (claims === null || wrong !== null) return answer({ event: 'jwt error', args: [wrong ?? ''] })
    switch (event) {
      case 'send logs':
        return repeat()
      case 'send stats':
        return tell(frameOf(statsMessage(server)))
      case 'send command':
        return command(text, claims.permissions)
      case 'set state':
        return power(text, claims.permissions)
    }
  }

  function receive(text: string) {
    const message = parseFrame(text)
    if (message === null) return
    onMessage(message.event === 'auth' ? { ...message, args: [] } : message)
    const verdict = throttle(message.event)
    if (verdict.passed) act(message)
    else if (verdict.notice !== null) answer({ event: 'throttled', args: [verdict.notice] })
  }

  socket.on('message', (data, isBinary) => {
    if (!isBinary && socket.readyState === socket.OPEN) receive(data.toString())
  })
  // A frame over the bound, or a connection that broke: `close` follows.
  socket.on('error', () => {})

  return {
    tell,
    /** Sends a text frame as it is. */
    send: (frame: string | Uint8Array) => socket.send(frame, { binary: false }),
    /** False once the API key behind its token no longer allows what the token says; true before `auth`. */
    isGranted: () => claims === null || isGranted(claims),
    /** Ends the connection with a close frame; without one, as a cut network does, when no code is given. */
    end(code: number | null, reason = '') {
      timers.cancelAll()
      if (code === null) socket.terminate()
      else socket.close(code, reason)
    },
    dispose: timers.cancelAll,
  }
}
