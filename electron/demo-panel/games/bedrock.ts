import type { GameView } from './game-view.ts'

const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')
const guid = 0x1d_e3_04_a5_c2_b6n

/**
 * Answers Bedrock's ping (wiki.vg, *Raknet Protocol*, Unconnected Ping): `01`, a time, the magic, the asker's number.
 * Null for anything else. Pure.
 */
export function answerBedrock(message: Uint8Array, view: GameView): Uint8Array | null {
  if (message.length !== 33 || message[0] !== 0x01 || !magic.equals(message.subarray(9, 25))) return null
  const fields = ['MCPE', view.name.replaceAll(';', ','), 776, view.version, view.online, view.max, guid]
  const text = Buffer.from([...fields, view.map, 'Survival', 1, view.port, view.port, ''].join(';'))
  const head = Buffer.alloc(35)
  head[0] = 0x1c
  head.set(message.subarray(1, 9), 1)
  head.writeBigUInt64BE(guid, 9)
  head.set(magic, 17)
  head.writeUInt16BE(text.length, 33)
  return Buffer.concat([head, text])
}
