/**
 * The part of D-Bus's message protocol that this app's one question needs: it sends method calls with strings as
 * arguments, and reads a message's type and a boolean result. Source: D-Bus Specification, *Message Protocol*.
 */

export type BusCall = {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly args: readonly string[]
}

/** `flag` is the boolean of a property's answer (a variant); null for any other body. */
export type BusMessage = { readonly type: number; readonly replyTo: number; readonly flag: boolean | null }

export const busMessageType = { call: 1, reply: 2, error: 3, signal: 4 } as const
const fieldCode = { path: 1, interface: 2, member: 3, replyTo: 5, destination: 6, signature: 8 } as const
/** Header flag: the bus must not start a program to answer the call. */
const noAutoStart = 2
const littleEndian = 'l'.charCodeAt(0)
const fixedBytes = 16

const aligned = (length: number, to: number) => Math.ceil(length / to) * to
/** Joins the parts, each padded to start at a multiple of `to`. */
const spaced = (parts: readonly Buffer[], to: number) =>
  parts.reduce((all, part) => Buffer.concat([all, Buffer.alloc(aligned(all.length, to) - all.length), part]))

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const string = (text: string) => Buffer.concat([uint32(Buffer.byteLength(text)), Buffer.from(`${text}\0`)])
const signature = (text: string) => Buffer.from(`${String.fromCharCode(text.length)}${text}\0`)
const field = (code: number, type: string, value: Buffer) =>
  Buffer.concat([Buffer.from([code]), signature(type), value])

/** A method call as bytes. */
export function encodeCall(serial: number, { destination, path, interface: name, member, args }: BusCall): Buffer {
  const body = spaced([Buffer.alloc(0), ...args.map(string)], 4)
  const fields = [
    field(fieldCode.path, 'o', string(path)),
    field(fieldCode.interface, 's', string(name)),
    field(fieldCode.member, 's', string(member)),
    field(fieldCode.destination, 's', string(destination)),
    field(fieldCode.signature, 'g', signature('s'.repeat(args.length))),
  ]
  const all = spaced(fields, 8)
  const start = Buffer.from([littleEndian, busMessageType.call, noAutoStart, 1])
  return spaced([Buffer.concat([start, uint32(body.length), uint32(serial), uint32(all.length), all]), body], 8)
}

/**
 * The length of the message that `bytes` begin with; null until enough bytes are there to tell. Throws for malformed
 * bytes.
 */
export function messageLength(bytes: Buffer): number | null {
  if (bytes.length < fixedBytes) return null
  // Peers on one computer write in its own byte order.
  if (bytes[0] !== littleEndian) throw new TypeError('the bus does not speak little endian')
  return aligned(fixedBytes + bytes.readUInt32LE(12), 8) + bytes.readUInt32LE(4)
}

/**
 * Reads the header's field at `at`: its number, where its value is one, and the place of the next field. Throws for
 * malformed bytes.
 */
function readField(bytes: Buffer, at: number): { code: number; value: number; next: number } {
  const code = bytes.readUInt8(at)
  const type = bytes.toString('latin1', at + 1, at + 4)
  const value = type === '\x01g\0' ? bytes.readUInt8(at + 4) : bytes.readUInt32LE(at + 4)
  // The value is a number, or the length of a string with a zero byte behind it.
  const ends: Readonly<Record<string, number>> = {
    '\x01u\0': 8,
    '\x01g\0': 6 + value,
    '\x01s\0': 9 + value,
    '\x01o\0': 9 + value,
  }
  const length = ends[type]
  if (length === undefined) throw new TypeError('a header field of an unknown type')
  return { code, value, next: aligned(at + length, 8) }
}

/** Reads one whole message. Throws for what is malformed. */
export function decodeMessage(bytes: Buffer): BusMessage {
  const fieldsEnd = fixedBytes + bytes.readUInt32LE(12)
  let replyTo = 0
  for (let at = fixedBytes; at < fieldsEnd; ) {
    const { code, value, next } = readField(bytes, at)
    if (code === fieldCode.replyTo) replyTo = value
    at = next
  }
  const body = bytes.subarray(aligned(fieldsEnd, 8))
  const isFlag = body.length === 8 && body.toString('latin1', 0, 3) === '\x01b\0'
  return { type: bytes.readUInt8(1), replyTo, flag: isFlag ? body.readUInt32LE(4) !== 0 : null }
}
