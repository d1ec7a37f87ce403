import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStatusDecoder, encodeStatusRequest } from '../../../../../electron/players/codecs/minecraft-status.ts'
import { cutFrames, expectSound, hostileFrames, manyFrames } from '../../../../fixtures/hostile-frames.ts'

const hex = (...parts: string[]) => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex')

/** By hand, as the protocol has it: two bytes of a VarInt for anything from 128 to 16,383. */
const longVarInt = (value: number) => Buffer.from([(value & 0x7f) | 0x80, value >> 7])
function frame(json: string): Buffer {
  const text = Buffer.from(json)
  return Buffer.concat([longVarInt(text.length + 3), Buffer.from([0]), longVarInt(text.length), text])
}
const padded = (players: unknown) => frame(JSON.stringify({ description: 'x'.repeat(200), players }))
const decode = (bytes: Buffer) => createStatusDecoder().push(bytes)

const valid = padded({ online: 3, max: 20, sample: [{ name: '§aAlice', id: 'x' }, { name: 'Bob' }] })
const reading = { online: 3, max: 20, names: ['Alice', 'Bob'] }

describe('encodeStatusRequest', () => {
  it('is a handshake for any version, then the request', () => {
    expect(encodeStatusRequest('mc.example.com', 25_565)).toEqual(
      // length 24, id 0, version −1, 14 characters, port 0x63dd, next state 1; length 1, id 0
      hex('18 00 ffffffff0f 0e', Buffer.from('mc.example.com').toString('hex'), '63dd 01', '01 00'),
    )
  })

  it('writes lengths over 127 in two bytes', () => {
    const request = encodeStatusRequest(`${'a'.repeat(300)}`, 1)
    expect([...request.subarray(0, 10)]).toEqual([0x8a, 0x02, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0x01])
    expect(request.length).toBe(2 + 266 + 2)
  })
})

describe('createStatusDecoder', () => {
  it('reads an answer byte by byte as written', () => {
    const right = hex('2f 00 2d', Buffer.from('{"players":{"max":20,"online":2},"version":5}').toString('hex'))
    expect(decode(right)).toEqual({ online: 2, max: 20, names: [] })
  })

  it('reads one in pieces of any size, and only at its end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 })), (sizes) => {
        const decoder = createStatusDecoder()
        let at = 0
        for (const size of [...sizes, ...Array.from<number>({ length: valid.length }).fill(1)]) {
          if (at >= valid.length) break
          const isLast = at + size >= valid.length
          expect(decoder.push(valid.subarray(at, at + size))).toEqual(isLast ? reading : null)
          at += size
        }
      }),
    )
  })

  it('ignores what follows, and stays with its result', () => {
    const decoder = createStatusDecoder()
    expect(decoder.push(Buffer.concat([valid, hex('ffff')]))).toEqual(reading)
    expect(decoder.push(padded({ online: 9 }))).toEqual(reading)
  })

  it.each<[string, unknown, unknown]>([
    ['no slots', { online: 0 }, { online: 0, max: null, names: [] }],
    ['slots that are none', { online: 1, max: -5, sample: null }, { online: 1, max: null, names: [] }],
    [
      'a sample of anything',
      { online: 1, max: 2, sample: [1, null, { name: 4 }, { name: 'A' }] },
      { online: 1, max: 2, names: ['A'] },
    ],
    ['no players', undefined, 'not-told'],
    ['players that are a list', [], 'not-told'],
    ['no count', { max: 20 }, 'not-told'],
    ['only a sample', { sample: [{ name: 'A' }] }, 'not-told'],
  ])('of %s', (_, players, result) => expect(decode(padded(players))).toEqual(result))

  it.each<[string, unknown, boolean]>([
    ['Velocity 1.7.2-1.21.4', { online: 1 }, true],
    ['BungeeCord 1.8.x-1.21.x', { online: 1 }, true],
    ['Paper 1.21.4', { online: 1 }, false],
    ['Velocityless', { online: 1 }, false],
  ])('of a server that calls itself %s', (name, players, isProxy) => {
    const told = { online: 1, max: null, names: [], ...(isProxy && { isProxy }) }
    expect(decode(frame(JSON.stringify({ players, version: { name, protocol: 1 } })))).toStrictEqual(told)
  })

  it.each<[string, Buffer, string | null]>([
    ['a frame of nothing', hex('00'), 'malformed'],
    ['another packet', hex('02 01 00'), 'malformed'],
    ['a length of six bytes', hex('8080808080 01'), 'malformed'],
    ['a length below zero', hex('ffffffff0f'), 'malformed'],
    ['a frame that says 2 GiB', hex('ffffffff07'), 'too-large'],
    ['a frame of 64 KiB and one', hex('feff03'), 'too-large'],
    ['a text that is longer than its frame', hex('03 00 05 7b'), 'malformed'],
    ['a text that is shorter than its frame', hex('05 00 02 7b7d 20'), 'malformed'],
    ['no JSON', hex('04 00 02 7b7b'), 'malformed'],
    ['JSON that is no object', hex('06 00 04 6e756c6c'), 'malformed'],
    ['a legacy answer, as a frame that goes on', hex('ff 0014 00a7 0031 0000'), null],
    ['JSON in ten thousand brackets', frame('['.repeat(10_000)), 'malformed'],
  ])('of %s', (_, bytes, fault) => expect(decode(bytes)).toBe(fault))

  it('is not polluted by what JSON may name', () => {
    expect(decode(padded(JSON.parse('{"__proto__":{"online":5}}')))).toBe('not-told')
  })

  it('makes no number out of nothing', () => {
    for (const bytes of cutFrames(valid)) expect(decode(bytes)).toBeNull()
    fc.assert(
      fc.property(hostileFrames(valid), (bytes) => {
        const result = decode(bytes)
        if (result !== null) expectSound(result)
      }),
      manyFrames,
    )
  })
})
