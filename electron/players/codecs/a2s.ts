import { createCursor } from './cursor.ts'
import { countOfDigits, type Fault, maxAnswerBytes, type Reading } from './reading.ts'

/* Valve's A2S_INFO (UDP; developer.valvesoftware.com, *Server queries*), with its challenge and split answers. */

const whole = Buffer.from([0xff, 0xff, 0xff, 0xff])
const part = Buffer.from([0xfe, 0xff, 0xff, 0xff])
const question = Buffer.concat([whole, Buffer.from('TSource Engine Query\0', 'latin1')])
const challengeType = 0x41
const infoType = 0x49

/** @param challenge the four bytes that the server asked to hear back; without them the first time */
export function encodeInfoRequest(challenge: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([question, challenge])
}

/** What a packet is: to be sent back, an answer (from its type on), or one part of it. */
export type A2sPacket =
  | { readonly kind: 'challenge'; readonly challenge: Buffer }
  | { readonly kind: 'info'; readonly body: Buffer }
  | {
      readonly kind: 'part'
      readonly id: number
      readonly total: number
      readonly number: number
      readonly data: Buffer
    }

/** Answers compressed with bzip2, which only old engines send, are `malformed`: nothing here unpacks foreign bytes. */
function readPart(body: Buffer): A2sPacket | Fault {
  if (body.length < 8) return 'malformed'
  const id = body.readUInt32LE(0)
  const [total = 0, number = 0] = body.subarray(4, 6)
  const isCompressed = id >= 2 ** 31
  if (isCompressed || number >= total) return 'malformed'
  return { kind: 'part', id, total, number, data: body.subarray(8) }
}

/** A part is told by its head alone: id, how many, which, and the size that parts have. */
export function readA2sPacket(packet: Buffer): A2sPacket | Fault {
  const head = packet.subarray(0, 4)
  if (head.equals(part)) return readPart(packet.subarray(4))
  if (!head.equals(whole)) return 'foreign'
  if (packet[4] === infoType) return { kind: 'info', body: packet.subarray(5) }
  if (packet[4] !== challengeType) return 'foreign'
  const isCut = packet.length < 9
  return isCut ? 'malformed' : { kind: 'challenge', challenge: Buffer.from(packet.subarray(5, 9)) }
}

/**
 * Puts parts together, in whatever order they come. One of another answer begins anew. `add` gives null while parts are
 * missing, then the body of the answer.
 */
export function createParts(): { add(next: Extract<A2sPacket, { kind: 'part' }>): Buffer | Fault | null } {
  let current = { id: -1, total: 0 }
  let parts = new Map<number, Buffer>()
  return {
    add(next) {
      if (next.id !== current.id || next.total !== current.total) {
        current = { id: next.id, total: next.total }
        parts = new Map()
      }
      parts.set(next.number, next.data)
      const size = [...parts.values()].reduce((sum, { length }) => sum + length, 0)
      if (size > maxAnswerBytes) return 'too-large'
      if (parts.size < next.total) return null
      const answer = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, data]) => data))
      const packet = readA2sPacket(answer)
      return typeof packet === 'object' && packet.kind === 'info' ? packet.body : 'malformed'
    },
  }
}

/** What a game makes of the answer's numbers. */
export type InfoRules = {
  /**
   * Its count of players includes bots, as in Source games. Elsewhere they are not taken off: a count that is too large
   * makes nobody think that a server is empty.
   */
  readonly hasBotsInCount: boolean
  /** The true numbers stand in the keywords (Rust: `cp12`, `mp300`), since a byte ends at 255. */
  readonly isInKeywords: boolean
}

/** The keywords of an answer: after what the extra data flag announces before them. Empty where there are none. */
function keywordsOf(cursor: ReturnType<typeof createCursor>, flag: number): string {
  if ((flag & 0x80) !== 0) cursor.u16le()
  if ((flag & 0x10) !== 0) cursor.bytes(8)
  if ((flag & 0x40) !== 0) {
    cursor.u16le()
    cursor.text()
  }
  return (flag & 0x20) === 0 ? '' : cursor.text()
}

function fromKeywords(keywords: string): Reading | Fault {
  const numberAfter = (sign: string) =>
    countOfDigits(
      keywords
        .split(',')
        .find((word) => word.startsWith(sign) && /^\d+$/.test(word.slice(sign.length)))
        ?.slice(sign.length) ?? '',
    )
  const online = numberAfter('cp')
  return online === null ? 'not-told' : { online, max: numberAfter('mp'), names: [] }
}

/**
 * Protocol, then name, map, folder and game as texts, app (16 bits), players, slots, bots, kind, system, password, VAC,
 * version, and what a flag announces. More bots than players are no part of them.
 */
export function decodeInfo(body: Buffer, { hasBotsInCount, isInKeywords }: InfoRules): Reading | Fault {
  const cursor = createCursor(body)
  cursor.u8()
  for (let field = 0; field < 4; field += 1) cursor.text()
  cursor.u16le()
  const [players, max, bots] = [cursor.u8(), cursor.u8(), cursor.u8()]
  cursor.bytes(4)
  cursor.text()
  if (cursor.isShort()) return 'malformed'
  if (!isInKeywords) {
    return { online: hasBotsInCount && bots <= players ? players - bots : players, max, names: [] }
  }
  const flags = cursor.rest()
  const tail = createCursor(flags)
  const keywords = flags.length === 0 ? '' : keywordsOf(tail, tail.u8())
  return tail.isShort() ? 'malformed' : fromKeywords(keywords)
}
