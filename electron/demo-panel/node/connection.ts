import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Clock } from '../../lib/clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
import { type Claims, holds, secondsLeft, tokenTrouble } from './claims.ts'
import { frameOf, type Message, outputMessage, parseFrame } from './frames.ts'
import type { ReplayTiming } from './options.ts'
import { repeatedLines } from './output.ts'
import { type Decision, decide } from './protocol.ts'
import { statsMessage, statusMessage } from './stats.ts'
import type { ThrottleVerdict } from './throttle.ts'
import type { Tokens } from './tokens.ts'

const logLines = 150
/** Answers wait for a slow reader up to this many times the bound for events; beyond it they are dropped too. */
const answerFactor = 4
/** How often a token's expiry is checked, in milliseconds, and how many seconds before it the client is warned. */
const expiryCheckMs = 30_000
const expiryWarningSeconds = 60

type Deps = {
  readonly clock: Clock
  readonly socket: WebSocket
  readonly server: LiveServer
  readonly tokens: Tokens
  /** Whether the API key behind a token still allows all that the token says. */
  readonly isGranted: (claims: Claims) => boolean
  readonly replay: ReplayTiming
  /** Null on nodes that take any number of messages. */
  readonly throttle: ((event: string) => ThrottleVerdict) | null
  /** Bytes that may wait unread before events are dropped. */
  readonly slowReaderBytes: number
  /** Called with every message that could be parsed, tokens left out. */
  readonly onMessage: (message: Message) => void
  /** Notes what was done, for the server's activity list. */
  readonly record: (event: string, properties: Readonly<Record<string, unknown>>) => void
}

export type Connection = ReturnType<typeof createConnection>

/** One client on a server's socket, from the handshake on. */
export function createConnection(deps: Deps) {
  const { clock, socket, server, tokens, isGranted, replay } = deps
  const timers = createTimers(clock)
  let claims: Claims | null = null

  const isDenied = (checked: Claims) => tokens.isDenied(checked) || !isGranted(checked)
  const trouble = (checked: Claims) => tokenTrouble(checked, { now: clock.now(), serverUuid: server.uuid, isDenied })

  function write(frame: string, most: number) {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount <= most) socket.send(frame)
  }

  /**
   * Sends an event; once the token is no longer good, an error about that takes its place and the event is lost.
   * @param needs the permission without which it is not sent
   */
  function tell(frame: string, needs: string | null = null, most = deps.slowReaderBytes) {
    if (claims === null) return
    const text = trouble(claims)
    if (text !== null) write(frameOf({ event: 'jwt error', args: [text] }), most)
    else if (needs === null || holds(claims.permissions, needs)) write(frame, most)
  }

  function answer(message: Message) {
    write(frameOf(message), answerFactor * deps.slowReaderBytes)
  }

  function authenticate(fresh: Claims) {
    const first = claims === null
    claims = fresh
    answer({ event: 'auth success' })
    if (!first) return
    tell(frameOf(statusMessage(server)))
    if (server.reportedState() === 'offline') tell(frameOf(statsMessage(server)))
    armCheck()
  }

  function armCheck() {
    timers.after(expiryCheckMs, () => {
      const left = claims === null ? 0 : secondsLeft(claims, clock.now())
      if (left <= expiryWarningSeconds) {
        const event = left > 0 ? 'token expiring' : 'token expired'
        tell(frameOf({ event }), null, answerFactor * deps.slowReaderBytes)
      }
      armCheck()
    })
  }

  /** The log is sent in pieces, between which live events may come. */
  function repeat() {
    timers.after(replay.readMs, () => send(repeatedLines(server.log(), logLines)))
    function send(lines: readonly string[]) {
      for (const line of lines.slice(0, replay.pieceLines)) tell(frameOf(outputMessage(line)))
      const rest = lines.slice(replay.pieceLines)
      if (rest.length > 0) timers.after(replay.pieceMs, () => send(rest))
    }
  }

  function act(decision: Decision) {
    switch (decision.kind) {
      case 'ignore':
        return
      case 'authenticate':
        return authenticate(decision.claims)
      case 'jwt-error':
        return answer({ event: 'jwt error', args: [decision.text] })
      case 'error':
        return answer({ event: decision.event, args: [`Error Event [${randomUUID()}]: ${decision.text}`] })
      case 'signal':
        server.signal(decision.signal)
        return deps.record(`server:power.${decision.signal}`, {})
      case 'command':
        if (server.command(decision.command)) {
          deps.record('server:console.command', { command: decision.command })
        }
        return
      case 'logs':
        return repeat()
      case 'stats':
        return tell(frameOf(statsMessage(server)))
    }
  }

  function receive(text: string) {
    const message = parseFrame(text)
    if (message === null) return
    const { event, args } = message
    deps.onMessage({ event, args: event === 'auth' ? [] : args })
    const verdict = deps.throttle?.(event) ?? { passed: true }
    if (!verdict.passed) {
      if (verdict.notice !== null) answer({ event: 'throttled', args: [verdict.notice] })
      return
    }
    const { phase } = server.machine()
    act(decide(event, args, { claims, read: tokens.read, trouble, phase, conflict: server.nodeConflict() }))
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
