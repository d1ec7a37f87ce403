import ipaddr from 'ipaddr.js'
import { parseJson } from '../../lib/parse-json.ts'
import { isObject } from '../../panel/entry.ts'
import { countOf, countOfDigits, createCursor, type DecodedCount, type Fault } from './reading.ts'

/* San Andreas Multiplayer and open.mp (UDP; open.mp, *Query mechanism*). */

/** `SAMP`, the four bytes of the server's address, its port with the lower byte first, and `i` for what is asked. */
export function encodeSampInfo(address: string, port: number): Buffer {
  const place = [...ipaddr.parse(address).toByteArray().slice(0, 4), port % 256, Math.floor(port / 256)]
  return Buffer.concat([Buffer.from('SAMP'), Buffer.from(place), Buffer.from('i')])
}

/** The question again, then whether there is a password, players and slots (16 bits each). */
export function decodeSampInfo(packet: Buffer, question: Buffer): DecodedCount | Fault {
  if (!packet.subarray(0, question.length).equals(question)) return 'foreign'
  const cursor = createCursor(packet.subarray(question.length))
  cursor.u8()
  const [online, max] = [cursor.u16le(), cursor.u16le()]
  return cursor.isShort() ? 'malformed' : { online, max, names: [] }
}

/* FiveM and RedM (CitizenFX): HTTP on the game's port. */

/** Slots are written as a text by older servers. */
const slotsOf = (value: unknown) => (typeof value === 'string' ? countOfDigits(value) : countOf(value))

/** `/dynamic.json`: `{clients, sv_maxclients, …}`. */
export function decodeDynamic(text: string): DecodedCount | Fault {
  const answer = parseJson(text)
  if (!isObject(answer)) return 'malformed'
  const online = countOf(answer.clients)
  return online === null ? 'not-told' : { online, max: slotsOf(answer.sv_maxclients), names: [] }
}
