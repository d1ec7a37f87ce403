import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright-core'
import { z } from 'zod'

/** One conversation with a target, typed by the protocol's own declarations. */
export type Session = {
  readonly id: string | undefined
  readonly send: CDPSession['send']
  readonly on: CDPSession['on']
  readonly off: CDPSession['off']
}

export type Connection = {
  /** The conversation with the browser itself. */
  readonly browser: Session
  session(id: string): Session
  /** Runs once when Chromium has hung up. */
  onClose(listener: () => void): void
}

/** Only the envelope is checked; results and events are taken as Chromium sends them. */
const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string(), code: z.number().optional() }).optional(),
  sessionId: z.string().optional(),
})

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void; method: string }

/** The DevTools protocol over the pipe of `--remote-debugging-pipe`: JSON texts ended by a zero byte. */
export function createConnection(toBrowser: Writable, fromBrowser: Readable): Connection {
  const waiting = new Map<number, Waiting>()
  const sessions = new Map<string | undefined, { session: Session; events: EventEmitter }>()
  const closing = new EventEmitter()
  let lastId = 0
  let isClosed = false

  function open(id: string | undefined): { session: Session; events: EventEmitter } {
    const events = new EventEmitter().setMaxListeners(0)
    const send = (method: string, params: object = {}): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error(`${method}: Chromium has gone`))
          return
        }
        lastId += 1
        waiting.set(lastId, { resolve, reject, method })
        toBrowser.write(`${JSON.stringify({ id: lastId, method, params, sessionId: id })}\0`)
      })
    const session = {
      id,
      // Playwright declares the whole protocol; the names and shapes are checked where these are called.
      send: send as unknown as Session['send'],
      on: events.on.bind(events) as unknown as Session['on'],
      off: events.off.bind(events) as unknown as Session['off'],
    }
    const opened = { session, events }
    sessions.set(id, opened)
    return opened
  }

  function receive(text: string): void {
    const message = messageSchema.parse(JSON.parse(text))
    if (message.id === undefined) {
      if (message.method !== undefined) sessions.get(message.sessionId)?.events.emit(message.method, message.params)
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) call?.resolve(message.result)
    else call?.reject(new Error(`${call.method}: ${message.error.message}`))
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    for (const { reject, method } of waiting.values()) reject(new Error(`${method}: Chromium has gone`))
    waiting.clear()
    closing.emit('close')
  }

  let pieces: Buffer[] = []
  fromBrowser.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      receive(Buffer.concat([...pieces, rest.subarray(0, end)]).toString())
      pieces = []
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) pieces.push(rest)
  })
  fromBrowser.on('close', close)
  fromBrowser.on('error', close)
  toBrowser.on('error', close)

  return {
    browser: open(undefined).session,
    session: (id) => (sessions.get(id) ?? open(id)).session,
    onClose: (listener) => void closing.once('close', listener),
  }
}
