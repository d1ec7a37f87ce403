import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBedrockPong, encodeBedrockPing } from '../../../../../electron/players/codecs/bedrock.ts'
import { cutFrames, expectSound, hostileFrames, manyFrames } from '../../../../fixtures/hostile-frames.ts'

const magic = '00ffff00fefefefefdfdfdfd12345678'
const time = Buffer.from('0102030405060708', 'hex')

function pong(text: string, head = '1c', toldTime = '0102030405060708', told = magic): Buffer {
  const words = Buffer.from(text)
  const length = Buffer.from([words.length >> 8, words.length & 255])
  return Buffer.concat([Buffer.from(`${head}${toldTime}aabbccddeeff0011${told}`, 'hex'), length, words])
}
const valid = pong('MCPE;§aDedicated Server;800;1.21.80;3;10;12345;Bedrock level;Survival;1;19132;19133;0;')
const decode = (bytes: Buffer) => decodeBedrockPong(bytes, time)

it('asks with its time, the magic and a guid', () => {
  const bytes = encodeBedrockPing(time, Buffer.from('1122334455667788', 'hex'))
  expect(bytes.toString('hex')).toBe(`010102030405060708${magic}1122334455667788`)
})

describe('decodeBedrockPong', () => {
  it.each<[string, Buffer, unknown]>([
    ['three players', valid, { online: 3, max: 10, names: [] }],
    ['an education server', pong('MCEE;m;800;1.21;0;30;1;x'), { online: 0, max: 30, names: [] }],
    ['a semicolon in its name', pong('MCPE;one\\; two;800;1.21;5;10;1'), { online: 5, max: 10, names: [] }],
    ['no slots', pong('MCPE;m;800;1.21;5'), { online: 5, max: null, names: [] }],
    ['a bare semicolon in its name', pong('MCPE;one; 2;800;1.21;5;10;1'), 'malformed'],
    ['no count', pong('MCPE;m;800;1.21;;10'), 'not-told'],
    ['no fields', pong(''), 'malformed'],
    ['another game', pong('quake;m;800;1.21;5;10'), 'malformed'],
    ['another time', pong('MCPE;m;800;1.21;5;10', '1c', '0102030405060709'), 'foreign'],
    ['another packet', pong('MCPE;m;800;1.21;5;10', '1d'), 'foreign'],
    ['other magic', pong('MCPE;m;800;1.21;5;10', '1c', undefined, magic.replace('12', '13')), 'malformed'],
    ['more than its length', Buffer.concat([valid, Buffer.from('9')]), 'malformed'],
    ['nothing', Buffer.alloc(0), 'foreign'],
  ])('of %s', (_, bytes, result) => expect(decode(bytes)).toEqual(result))

  it('makes no number out of nothing', () => {
    for (const bytes of cutFrames(valid)) expect(decode(bytes)).toBeTypeOf('string')
    fc.assert(
      fc.property(hostileFrames(valid), (bytes) => {
        expectSound(decode(bytes))
      }),
      manyFrames,
    )
  })
})
