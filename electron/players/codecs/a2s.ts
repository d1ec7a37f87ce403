import { countOfDigits, createCursor, type DecodedCount, type Fault } from './reading.ts'

/* Valve's A2S_INFO (UDP; developer.valvesoftware.com, *Server queries*), with its challenge. */

const whole = Buffer.from([0xff, 0xff, 0xff, 0xff])
const question = Buffer.concat([whole, Buffer.from('TSource Engine Query\0', 'latin1')])
const challengeType = 0x41
const infoType = 0x49
/** `p`: SourceTV, which tells of who watches. */
const relay = 0x70

/** @param challenge the four bytes that the server asked to hear back; without them the first time */
export function encodeInfoRequest(challenge: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([question, challenge])
}

/** What a packet is: four bytes to be sent back, or an answer (from its type on). */
export type A2sPacket = { readonly challenge: Buffer } | { readonly info: Buffer }

/** Answers in several packets are `foreign`: no game is known to split this one. */
export function readA2sPacket(packet: Buffer): A2sPacket | Fault {
  if (!packet.subarray(0, 4).equals(whole)) return 'foreign'
  if (packet[4] === infoType) return { info: packet.subarray(5) }
  if (packet[4] !== challengeType) return 'foreign'
  return packet.length < 9 ? 'malformed' : { challenge: Buffer.from(packet.subarray(5, 9)) }
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

function fromKeywords(keywords: string): DecodedCount | Fault {
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
export function decodeInfo(body: Buffer, { hasBotsInCount, isInKeywords }: InfoRules): DecodedCount | Fault {
  const cursor = createCursor(body)
  cursor.u8()
  for (let field = 0; field < 4; field += 1) cursor.text()
  cursor.u16le()
  const [players, max, bots] = [cursor.u8(), cursor.u8(), cursor.u8()]
  const [kind] = cursor.bytes(4)
  cursor.text()
  if (cursor.isShort()) return 'malformed'
  if (kind === relay) return 'foreign'
  if (!isInKeywords) {
    return { online: hasBotsInCount && bots <= players ? players - bots : players, max, names: [] }
  }
  const flags = cursor.rest()
  const tail = createCursor(flags)
  const keywords = flags.length === 0 ? '' : keywordsOf(tail, tail.u8())
  return tail.isShort() ? 'malformed' : fromKeywords(keywords)
}
