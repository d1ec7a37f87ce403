import { chance } from '../machine/random.ts'
import type { GameView } from './game-view.ts'

/** Longer than any handshake: one with the longest host name has about 270 bytes. */
const maxFrame = 2_048
const maxSample = 12
const protocol = 769

/** What a connection may send next. */
export type StatusTurn = 'handshake' | 'status' | 'ping' | 'end'

export type StatusStep = {
  /** Frames to send. */
  readonly replies: readonly Uint8Array[]
  /** Bytes of a frame that has not come whole. */
  readonly rest: Uint8Array
  readonly turn: StatusTurn
}

/** A number as Minecraft writes it: seven bits a byte, the lowest first, at most five bytes. */
function varInt(value: number): Uint8Array {
  const bytes: number[] = []
  let left = value >>> 0
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>>= 7
  } while (left > 0)
  return Uint8Array.from(bytes)
}

type Read = { readonly value: number; readonly next: number }

/** Null where it has not come whole, `broken` where it is none. */
function readVarInt(bytes: Uint8Array, at: number): Read | null | 'broken' {
  let value = 0
  for (let i = 0; i < 5; i += 1) {
    const byte = bytes[at + i]
    if (byte === undefined) return null
    value |= (byte & 0x7f) << (7 * i)
    if (byte < 0x80) return { value: value >>> 0, next: at + i + 1 }
  }
  return 'broken'
}

/** A packet with its length before it. */
function frame(id: number, body: Uint8Array): Uint8Array {
  const head = varInt(id)
  return Buffer.concat([varInt(head.length + body.length), head, body])
}

/** Each player's number, made up of the name. */
function idOf(name: string): string {
  const part = (length: number, what: string) =>
    Math.floor(chance(name, what) * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return `${part(8, 'a')}-${part(4, 'b')}-3${part(3, 'c')}-8${part(3, 'd')}-${part(8, 'e')}${part(4, 'f')}`
}

function statusOf({ name, version, online, max, names }: GameView): Uint8Array {
  const sample = names.slice(0, maxSample).map((player) => ({ name: player, id: idOf(player) }))
  const status = {
    version: { name: version, protocol },
    players: { max, online, ...(sample.length > 0 && { sample }) },
    description: { text: name },
    enforcesSecureChat: true,
  }
  const text = Buffer.from(JSON.stringify(status))
  return frame(0, Buffer.concat([varInt(text.length), text]))
}

/** The next turn after a handshake; `end` where it is none, or asks for something else than the status. */
function afterHandshake(packet: Uint8Array): StatusTurn {
  const version = readVarInt(packet, 1)
  if (packet[0] !== 0 || version === null || version === 'broken') return 'end'
  const host = readVarInt(packet, version.next)
  if (host === null || host === 'broken') return 'end'
  const wish = readVarInt(packet, host.next + host.value + 2)
  const isStatus = wish !== null && wish !== 'broken' && wish.value === 1 && wish.next === packet.length
  return isStatus ? 'status' : 'end'
}

/** Takes the first whole frame off; null where none has come whole, `broken` where none ever will. */
function takeFrame(bytes: Uint8Array): { packet: Uint8Array; rest: Uint8Array } | null | 'broken' {
  const length = readVarInt(bytes, 0)
  if (length === null || length === 'broken') return length
  if (length.value === 0 || length.value > maxFrame) return 'broken'
  const end = length.next + length.value
  return bytes.length < end ? null : { packet: bytes.subarray(length.next, end), rest: bytes.subarray(end) }
}

type Answer = { readonly reply: Uint8Array | null; readonly turn: StatusTurn }

function answerPacket(turn: StatusTurn, packet: Uint8Array, view: GameView): Answer {
  if (turn === 'handshake') return { reply: null, turn: afterHandshake(packet) }
  if (turn === 'status' && packet[0] === 0 && packet.length === 1) return { reply: statusOf(view), turn: 'ping' }
  const isPing = packet[0] === 1 && packet.length === 9
  return { reply: isPing ? frame(1, packet.subarray(1)) : null, turn: 'end' }
}

/**
 * Answers what came over a connection as a Minecraft server does to its list of servers: a handshake, then the status,
 * then the same eight bytes again as a ping, each once (wiki.vg, *Server List Ping*). Anything else ends the connection.
 * Pure.
 */
export function answerStatus(turn: StatusTurn, bytes: Uint8Array, view: GameView): StatusStep {
  const replies: Uint8Array[] = []
  let [now, rest] = [turn, bytes]
  while (now !== 'end') {
    const taken = takeFrame(rest)
    if (taken === null) return { replies, rest: Uint8Array.from(rest), turn: now }
    if (taken === 'broken') break
    const answer = answerPacket(now, taken.packet, view)
    if (answer.reply !== null) replies.push(answer.reply)
    now = answer.turn
    rest = taken.rest
  }
  return { replies, rest: new Uint8Array(), turn: 'end' }
}
