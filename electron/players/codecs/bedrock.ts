import { countOfDigits, type DecodedCount, type Fault } from './reading.ts'

/* Minecraft Bedrock's answer to those who look for servers: RakNet's *Unconnected Ping* (UDP; minecraft.wiki, *RakNet*). */

const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')
const ping = 0x01
const pong = 0x1c
/** Bytes before the text of an answer: id, our time, the server's guid, magic, length. */
const headBytes = 1 + 8 + 8 + magic.length + 2

/**
 * @param time eight bytes that the answer repeats; made up, so that nobody else's answer fits
 * @param guid eight bytes that name who asks
 */
export function encodeBedrockPing(time: Buffer, guid: Buffer): Buffer {
  return Buffer.concat([Buffer.from([ping]), time, magic, guid])
}

/** Fields are parted by semicolons; some servers write one inside a field as `\;`. */
function readText(text: string): DecodedCount | Fault {
  const [edition = '', , protocol = '', , online = '', max = ''] = text.split(/(?<!\\);/)
  if (!/^MC[A-Z]{2}$/.test(edition) || !/^\d{1,9}$/.test(protocol)) return 'malformed'
  const count = countOfDigits(online)
  return count === null ? 'not-told' : { online: count, max: countOfDigits(max), names: [] }
}

/**
 * `MCPE;motd;protocol;version;online;max;…`, without names.
 * @param time what was asked with
 */
export function decodeBedrockPong(packet: Buffer, time: Buffer): DecodedCount | Fault {
  if (packet[0] !== pong) return 'foreign'
  if (packet.length < headBytes) return 'malformed'
  if (!packet.subarray(1, 9).equals(time)) return 'foreign'
  if (!packet.subarray(17, 33).equals(magic) || packet.readUInt16BE(33) !== packet.length - headBytes)
    return 'malformed'
  return readText(packet.toString('utf8', headBytes))
}
