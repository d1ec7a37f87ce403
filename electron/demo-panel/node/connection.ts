import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Clock } from '../../lib/clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
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
import { type ConsoleToken, holds, type Tokens } from './tokens.ts'

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

/** What all connections of a node share. */
export type NodeParts = {
  readonly clock: Clock
  readonly tokens: Tokens
  /** Whether the API key behind a token still allows all that the token says, from this address. */
  readonly isGranted: (token: ConsoleToken, remote: string) => boolean
  /** Bytes that may wait unread before events are dropped. */
  readonly slowReaderBytes: number
}

export type Connection = ReturnType<typeof createConnection>

/**
 * One client on a server's socket, from the handshake on.
 * @param client its socket, and the address it came from
 * @param onMessage called with every message that could be parsed, tokens left out
 */
export function createConnection(
  { clock, tokens, slowReaderBytes, ...parts }: NodeParts,
  server: LiveServer,
  { socket, remote }: { readonly socket: WebSocket; readonly remote: string },
  onMessage: (message: Message) => void,
) {
  const timers = createTimers(clock)
  const passes = createThrottle(clock.now, (limit) => answer({ event: 'throttled', args: [limit] }))
  let token: ConsoleToken | null = null

  const troubleOf = (checked: ConsoleToken) => tokens.trouble(checked, server.uuid, parts.isGranted(checked, remote))

  function write(frame: string, most: number) {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount <= most) socket.send(frame)
  }

  /**
   * Sends an event; once the token is no longer good, an error about that takes its place and the event is lost.
   * @param needs the permission without which it is not sent
   */
  function tell(frame: string, needs: string | null = null, most = slowReaderBytes) {
    if (token === null) return
    const trouble = troubleOf(token)
    if (trouble !== null) write(frameOf({ event: 'jwt error', args: [trouble] }), most)
    else if (needs === null || holds(token.permissions, needs)) write(frame, most)
  }

  const answer = (message: Message) => write(frameOf(message), answerFactor * slowReaderBytes)
  /** The message itself failed. */
  const fail = (text: string, event = 'daemon error') =>
    answer({ event, args: [`Error Event [${randomUUID()}]: ${text}`] })

  function authenticate(text: string) {
    const fresh = tokens.read(text)
    if (fresh === null) return fail(unexpected)
    const trouble = troubleOf(fresh)
    if (trouble !== null) return fail(trouble, 'jwt error')
    const isFirst = token === null
    token = fresh
    answer({ event: 'auth success' })
    if (!isFirst) return
    tell(frameOf(statusMessage(server)))
    if (server.reportedState() === 'offline') tell(frameOf(statsMessage(server)))
    armCheck()
  }

  function armCheck() {
    timers.after(expiryCheckMs, () => {
      const left = token === null ? 0 : tokens.secondsLeft(token)
      const event = left > 0 ? 'token expiring' : 'token expired'
      if (left <= expiryWarningSeconds) tell(frameOf({ event }), null, answerFactor * slowReaderBytes)
      armCheck()
    })
  }

  /** The log is sent in pieces, between which live events may come. */
  function repeat() {
    if (!server.hasProcess()) return
    timers.after(replay.readMs, () => send(repeatedLines(server.log(), logLines)))
    function send(lines: readonly string[]) {
      for (const line of lines.slice(0, replay.pieceLines)) tell(frameOf(outputMessage(line)))
      const rest = lines.slice(replay.pieceLines)
      if (rest.length > 0) timers.after(replay.pieceMs, () => send(rest))
    }
  }

  /**
   * What the node does about one message (the panel's API, *Websocket*). Arguments are joined. Signals and commands are left
   * out: the app sends them by HTTP.
   */
  function act(event: string, text: string) {
    if (event === 'auth') return authenticate(text)
    const wrong = token === null ? 'jwt: no jwt present' : troubleOf(token)
    if (token === null || wrong !== null) return answer({ event: 'jwt error', args: [wrong ?? ''] })
    switch (event) {
      case 'send logs':
        return repeat()
      case 'send stats':
        return tell(frameOf(statsMessage(server)))
    }
  }

  socket.on('message', (data, isBinary) => {
    const message = isBinary || socket.readyState !== socket.OPEN ? null : parseFrame(data.toString())
    if (message === null) return
    const { event, args } = message
    onMessage(event === 'auth' ? { event, args: [] } : message)
    if (passes(event)) act(event, args.join(''))
  })
  // A frame over the bound, or a connection that broke: `close` follows.
  socket.on('error', () => {})

  return {
    socket,
    tell,
    /** False once the API key behind its token no longer allows what the token says; true before `auth`. */
    isGranted: () => token === null || parts.isGranted(token, remote),
    dispose: timers.cancelAll,
  }
}
