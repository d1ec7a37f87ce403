import { maxPlayerNames } from '../../../shared/model/players.ts'
import { createCursor } from './cursor.ts'
import { countOfDigits, type Fault, type Reading, safeNames } from './reading.ts'

/*
 * Minecraft Query (UDP; wiki.vg, *Query*), where a server has `enable-query`. First a handshake, whose answer carries a
 * challenge; then the question with it. A game writes of each character only its lower byte.
 */

const magic = [0xfe, 0xfd]
const handshake = 9
const stat = 0

/** A session id as games take it: of each byte only the lower half. */
export const sessionOf = (random: number): number => (random & 0x0f0f0f0f) >>> 0

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value | 0)
  return bytes
}

/** @param session as `sessionOf` makes it */
export function encodeQueryHandshake(session: number): Buffer {
  return Buffer.concat([Buffer.from([...magic, handshake]), int32(session)])
}

/**
 * @param challenge what the handshake's answer carried
 * @param kind `full` also asks for all names
 */
export function encodeQueryStat(session: number, challenge: number, kind: 'basic' | 'full'): Buffer {
  const padding = Buffer.alloc(kind === 'full' ? 4 : 0)
  return Buffer.concat([Buffer.from([...magic, stat]), int32(session), int32(challenge), padding])
}

/** What follows the head of an answer to this session. */
function bodyOf(packet: Buffer, type: number, session: number): Buffer | Fault {
  if (packet.length < 5) return packet[0] === type ? 'malformed' : 'foreign'
  return packet[0] === type && packet.readUInt32BE(1) === session ? packet.subarray(5) : 'foreign'
}

/** The challenge for the question, a signed number of 32 bits. */
export function decodeQueryHandshake(packet: Buffer, session: number): number | Fault {
  const body = bodyOf(packet, handshake, session)
  if (typeof body === 'string') return body
  const cursor = createCursor(body, 'latin1')
  const digits = cursor.text()
  const challenge = /^-?\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
  return !cursor.isShort() && challenge === (challenge | 0) ? challenge : 'malformed'
}

function readingOf(online: string | undefined, max: string | undefined, names: string[]): Reading | Fault {
  const count = countOfDigits(online ?? '')
  return count === null ? 'not-told' : { online: count, max: countOfDigits(max ?? ''), names }
}

/** motd, kind of game, map, players, slots, each ended by a NUL; then port (little-endian) and address. */
function readBasic(body: Buffer): Reading | Fault {
  const cursor = createCursor(body, 'latin1')
  const [, , , online, max] = [cursor.text(), cursor.text(), cursor.text(), cursor.text(), cursor.text()]
  cursor.u16le()
  cursor.text()
  return cursor.isShort() ? 'malformed' : readingOf(online, max, [])
}

/** The 11 bytes before the keys of a full answer, and the 10 before its names. */
const beforeKeys = Buffer.from('splitnum\0\x80\0', 'latin1')
const beforeNames = Buffer.from('\x01player_\0\0', 'latin1')
/** Maximum number of keys that are read; games tell ten. */
const maxKeys = 64

/** Keys with their values up to an empty one, then names up to an empty one. */
function readFull(body: Buffer): Reading | Fault {
  const cursor = createCursor(body.subarray(beforeKeys.length), 'latin1')
  const values = new Map<string, string>()
  for (let key = cursor.text(); key !== ''; key = cursor.text()) {
    values.set(key, cursor.text())
    if (values.size > maxKeys) return 'malformed'
  }
  if (!cursor.bytes(beforeNames.length).equals(beforeNames)) return 'malformed'
  const names: string[] = []
  for (let name = cursor.text(); name !== ''; name = cursor.text()) {
    if (names.length < maxPlayerNames) names.push(name)
  }
  return cursor.isShort()
    ? 'malformed'
    : readingOf(values.get('numplayers'), values.get('maxplayers'), safeNames(names))
}

/** The answer to either question, told apart by how a full one begins. Only a full one has names, and then all. */
export function decodeQueryStat(packet: Buffer, session: number): Reading | Fault {
  const body = bodyOf(packet, stat, session)
  if (typeof body === 'string') return body
  return body.subarray(0, beforeKeys.length).equals(beforeKeys) ? readFull(body) : readBasic(body)
}
