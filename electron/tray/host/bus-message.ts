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

export const busMessageType = { call: 1, reply: 2, error: 3, signal: 4 } as const
const fieldCode = { path: 1, interface: 2, member: 3, destination: 6, signature: 8 } as const
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

/** Reads one whole message; `flag` is the boolean of a property's answer (a variant), null for any other body. */
export function decodeMessage(bytes: Buffer): { readonly type: number; readonly flag: boolean | null } {
  const body = bytes.subarray(aligned(fixedBytes + bytes.readUInt32LE(12), 8))
  const isFlag = body.length === 8 && body.toString('latin1', 0, 3) === '\x01b\0'
  return { type: bytes.readUInt8(1), flag: isFlag ? body.readUInt32LE(4) !== 0 : null }
}
