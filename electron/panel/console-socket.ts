import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientOptions, WebSocket } from 'ws'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Clock } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import { errorOfThrown } from './errors.ts'
import { ofMachineCertificate } from './machine-address.ts'

/** Larger than any frame of an honest machine, whose lines end at 64 KiB before they are escaped. In bytes. */
const maxFrameBytes = 1024 * 1024
const handshakeMs = 10_000
/** How much of a refused handshake's body is read for its reason, in characters. */
const maxReasonLength = 1_024
/** How long that may take, in milliseconds: the handshake's own limit sees only silence. */
const reasonMs = 2_000
/** How long the other side may take to agree to an end, in milliseconds. */
const closeMs = 1_000
/** Frames of ours that have not left yet, in bytes: more means that the other side has stopped reading. */
const maxUnsentBytes = 256 * 1024

/** Why there is no console any more, or never was. `code` is the WebSocket's where it was closed in order. */
export type ConsoleClosed = { readonly code: number | null; readonly reason: string; readonly error: AppError }

export type ConsoleListener = {
  onOpen(): void
  onFrame(text: string): void
  /** Comes once, and nothing after it. */
  onClose(closed: ConsoleClosed): void
}

/** A handshake that was answered with something else (the panel's API, *Connect*). */
async function errorOfResponse(response: IncomingMessage, clock: Pick<Clock, 'after'>): Promise<AppError> {
  const status = response.statusCode ?? 0
  if (status === 403) return appError('console-refused', { status })
  const reason = status === 400 ? await withTimeout(clock, reasonMs, beginningOf(response)) : late
  // Proxies answer so too, for reasons of their own: a missing upgrade, http for https.
  const isFull = reason !== late && /\btoo many\b/i.test(reason)
  return appError(isFull ? 'console-full' : 'console-unreachable', { status })
}

/** The first of an answer's body, as far as it comes. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk
      if (text.length >= maxReasonLength) break
    }
  } catch {
    // It was cut off, which says nothing of what came before.
  }
  return text.slice(0, maxReasonLength)
}

/** What a failure on the way means; the words of the catalogue speak of panels there. */
function errorOfFailure(thrown: unknown): AppError {
  const error = errorOfThrown(thrown)
  if (error.code === 'certificate-refused') return ofMachineCertificate(error, 'its console was not opened')
  return error.code === 'proxy-failed' ? error : appError('console-unreachable')
}

/**
 * One WebSocket to the machine of a server. `origin` must be the panel's own, to the letter: machines refuse any
 * other. Nothing is sent on the way there but the address; compression is not offered, so no small frame can
 * unfold into a large one; redirects are not followed.
 */
export function openConsoleSocket(
  deps: {
    readonly address: URL
    readonly origin: string
    readonly userAgent: string
    readonly clock: Pick<Clock, 'after'>
    /** Opens the connection that the WebSocket runs over. */
    readonly connect: () => Promise<Socket>
  },
  listener: ConsoleListener,
) {
  let socket: WebSocket | null = null
  let isClosed = false
  const waiting = new Map<string, (reached: boolean) => void>()
  let pings = 0

  function stop(): void {
    isClosed = true
    for (const answer of waiting.values()) answer(false)
    waiting.clear()
  }
  function end(closed: ConsoleClosed): void {
    if (isClosed) return
    stop()
    socket?.terminate()
    listener.onClose(closed)
  }
  const fail = (error: AppError) => end({ code: null, reason: '', error })

  function begin(connection: Socket, WebSocket: typeof import('ws').WebSocket): void {
    // `closeTimeout` is documented by ws, and not yet in its types.
    const options: ClientOptions & { closeTimeout: number } = {
      origin: deps.origin,
      headers: { 'User-Agent': deps.userAgent },
      createConnection: () => connection,
      followRedirects: false,
      maxPayload: maxFrameBytes,
      perMessageDeflate: false,
      closeTimeout: closeMs,
    }
    // The library's own limit does not see a connection that was made before.
    connection.setTimeout(handshakeMs, () => fail(appError('console-unreachable')))
    const ws = new WebSocket(deps.address, options)
    socket = ws
    ws.on('open', () => {
      connection.setTimeout(0)
      listener.onOpen()
    })
    ws.on('message', (data, isBinary) => {
      if (!isBinary && !isClosed) listener.onFrame(data.toString())
    })
    ws.on('pong', (data) => {
      const name = data.toString()
      waiting.get(name)?.(true)
      waiting.delete(name)
    })
    ws.on('unexpected-response', async (_request, response) => {
      const error = await errorOfResponse(response, deps.clock)
      response.destroy()
      fail(error)
    })
    ws.on('error', (thrown) => fail(errorOfFailure(thrown)))
    ws.on('close', (code, reason) =>
      end({ code, reason: safeText(reason.toString()), error: appError('console-unreachable') }),
    )
  }

  // The library is loaded with the first console: most starts of the app need none.
  Promise.all([deps.connect(), import('ws')]).then(
    ([connection, { WebSocket }]) => {
      if (isClosed) connection.destroy()
      else begin(connection, WebSocket)
    },
    (thrown: unknown) => fail(errorOfFailure(thrown)),
  )

  const openSocket = () => (socket !== null && !isClosed && socket.readyState === socket.OPEN ? socket : null)
  return {
    /** True when the frame was handed to the system. Nothing is kept for later. */
    send(frame: string): boolean {
      const open = openSocket()
      if (open === null || open.bufferedAmount > maxUnsentBytes) return false
      open.send(frame)
      return true
    },
    /** Resolves true when all that was sent before has been read by the other side, false when that will not be known. */
    reached: () =>
      new Promise<boolean>((resolve) => {
        const open = openSocket()
        if (open === null) return resolve(false)
        pings += 1
        waiting.set(String(pings), resolve)
        // Frames are read in order, so an answered ping tells that what went before it was read.
        open.ping(String(pings))
      }),
    close(): void {
      if (isClosed) return
      stop()
      socket?.close(1000)
    },
  }
}

export type ConsoleSocket = ReturnType<typeof openConsoleSocket>
