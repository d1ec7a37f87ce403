import { connect } from 'node:net'
import { type BusCall, busMessageType, decodeMessage, encodeCall, messageLength } from './bus-message.ts'

type Deps = {
  /** The path from `sessionBusSocket`. */
  socket: string
  /** Called for every signal that was subscribed to. */
  onSignal: () => void
  /** Called once nothing that was sent is unanswered, with the yes or no of the last answer; null where it is none. */
  onAnswer: (flag: boolean | null) => void
  /** Called when the connection failed or ended. */
  onEnd: () => void
}

/** Far above the size of any message that is expected here. */
const maxMessageBytes = 1_000_000

/** The session bus's socket, for `net.connect`; null where the environment names none. */
export function sessionBusSocket(env: NodeJS.ProcessEnv): string | null {
  for (const address of (env.DBUS_SESSION_BUS_ADDRESS ?? '').split(';')) {
    const [, kind, value = ''] = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(address) ?? []
    const path = value.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (kind !== undefined) return kind === 'abstract' ? `\0${path}` : path
  }
  return env.XDG_RUNTIME_DIR ? `${env.XDG_RUNTIME_DIR}/bus` : null
}

/**
 * The bytes after the bus's first line, in which it accepts the user; null until the line is complete. Throws when the
 * bus refuses.
 */
function afterGreeting(bytes: Buffer): Buffer | null {
  const end = bytes.indexOf('\r\n')
  if (end < 0 && bytes.length < 1_000) return null
  if (bytes.toString('latin1', 0, 3) !== 'OK ') throw new Error('the bus refused the connection')
  return bytes.subarray(end + 2)
}

/**
 * A connection to the session bus: calls, the yes or no they return, and signals. The bus answers each call once, be it with
 * an error, and in their order.
 */
export function connectSessionBus({ socket, onSignal, onAnswer, onEnd }: Deps) {
  const stream = connect(socket)
  let serial = 0
  let unanswered = 0
  let isGreeted = false
  let rest: Buffer = Buffer.alloc(0)

  function take(bytes: Buffer): void {
    const { type, flag } = decodeMessage(bytes)
    if (type === busMessageType.signal) onSignal()
    if (type !== busMessageType.reply && type !== busMessageType.error) return
    unanswered -= 1
    if (unanswered === 0) onAnswer(flag)
  }

  function read(): void {
    if (!isGreeted) {
      const after = afterGreeting(rest)
      if (after === null) return
      isGreeted = true
      rest = after
    }
    for (let length = messageLength(rest); length !== null && length <= rest.length; length = messageLength(rest)) {
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    if ((messageLength(rest) ?? 0) > maxMessageBytes) throw new RangeError('a message is too long')
  }

  stream.on('data', (part) => {
    rest = Buffer.concat([rest, Buffer.from(part)])
    try {
      read()
    } catch {
      stream.destroy()
    }
  })
  stream.on('error', () => stream.destroy())
  stream.on('close', onEnd)

  function send(call: BusCall): void {
    serial += 1
    unanswered += 1
    stream.write(encodeCall(serial, call))
  }

  // SASL EXTERNAL: the bus takes the user from the socket, and expects their id in hexadecimal digits.
  const user = Buffer.from(String(process.getuid?.() ?? '')).toString('hex')
  stream.write(`\0AUTH EXTERNAL ${user}\r\nBEGIN\r\n`)
  const bus = 'org.freedesktop.DBus'
  send({ destination: bus, path: '/org/freedesktop/DBus', interface: bus, member: 'Hello', args: [] })

  return {
    send,
    dispose(): void {
      stream.removeAllListeners('close')
      stream.destroy()
    },
  }
}
