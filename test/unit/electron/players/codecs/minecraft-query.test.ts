import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeQueryHandshake,
  decodeQueryStat,
  encodeQueryHandshake,
  encodeQueryStat,
  sessionOf,
} from '../../../../../electron/players/codecs/minecraft-query.ts'
import { cutFrames, expectSound, hostileFrames, manyFrames } from '../../../../fixtures/hostile-frames.ts'

const session = 0x01020304
const latin = (text: string) => Buffer.from(text, 'latin1')
const answer = (type: number, text: string) => Buffer.concat([Buffer.from([type, 1, 2, 3, 4]), latin(text)])

const basic = answer(0, 'A Server\0SMP\0world\x002\x0020\0\xdd\x63127.0.0.1\0')
const full = answer(
  0,
  'splitnum\0\x80\0hostname\0A Server\0gametype\0SMP\0numplayers\x002\0maxplayers\x0020\0\0\x01player_\0\0Alice\0\xa7aBob\0\0',
)

describe('what is asked', () => {
  it('takes the lower half of each byte as a session', () => expect(sessionOf(0xff_f1_a2_03 | 0)).toBe(0x0f010203))

  it.each([
    [encodeQueryHandshake(session), 'fefd0901020304'],
    [encodeQueryStat(session, 9_513_307, 'basic'), 'fefd00010203040091295b'],
    [encodeQueryStat(session, -1, 'full'), 'fefd0001020304ffffffff00000000'],
  ])('is bytes', (bytes, text) => expect(bytes.toString('hex')).toBe(text))
})

describe('decodeQueryHandshake', () => {
  it.each<[string, Buffer, number | string]>([
    ['a challenge', answer(9, '9513307\0'), 9_513_307],
    ['one below zero', answer(9, '-12\0'), -12],
    ['one of more than 32 bits', answer(9, '4294967296\0'), 'malformed'],
    ['one that does not end', answer(9, '9513307'), 'malformed'],
    ['none', answer(9, '\0'), 'malformed'],
    ['words', answer(9, 'nine\0'), 'malformed'],
    ['another session', Buffer.from([9, 1, 2, 3, 5, 0x31, 0]), 'foreign'],
    ['another packet', answer(0, '9\0'), 'foreign'],
    ['a head', Buffer.from([9, 1]), 'malformed'],
    ['nothing', Buffer.alloc(0), 'foreign'],
  ])('of %s', (_, bytes, result) => expect(decodeQueryHandshake(bytes, session)).toBe(result))
})

describe('decodeQueryStat of a basic answer', () => {
  it.each<[string, Buffer, unknown]>([
    ['two players', basic, { online: 2, max: 20, names: [] }],
    ['slots that are none', answer(0, 'A\0B\0C\x000\0many\0\xdd\x63h\0'), { online: 0, max: null, names: [] }],
    ['a count below zero', answer(0, 'A\0B\0C\0-1\x0020\0\xdd\x63h\0'), 'not-told'],
    ['no count', answer(0, 'A\0B\0C\0\x0020\0\xdd\x63h\0'), 'not-told'],
    ['no port', answer(0, 'A\0B\0C\x001\x0020\0'), 'malformed'],
    ['another session', Buffer.concat([Buffer.from([0, 9, 9, 9, 9]), basic.subarray(5)]), 'foreign'],
  ])('of %s', (_, bytes, result) => expect(decodeQueryStat(bytes, session)).toEqual(result))

  it('makes no number out of nothing', () => {
    const decode = (bytes: Buffer) => decodeQueryStat(bytes, session)
    fc.assert(
      fc.property(cutFrames(basic), (bytes) => {
        expect(decode(bytes)).toBeTypeOf('string')
      }),
      manyFrames,
    )
    fc.assert(
      fc.property(hostileFrames(basic), (bytes) => {
        expectSound(decode(bytes))
      }),
      manyFrames,
    )
  })
})

describe('decodeQueryStat of a full answer', () => {
  it.each<[string, Buffer, unknown]>([
    ['two players', full, { online: 2, max: 20, names: ['Alice', 'Bob'] }],
    [
      'nobody',
      answer(0, 'splitnum\0\x80\0numplayers\x000\0maxplayers\x005\0\0\x01player_\0\0\0'),
      { online: 0, max: 5, names: [] },
    ],
    ['no count', answer(0, 'splitnum\0\x80\0maxplayers\x005\0\0\x01player_\0\0A\0\0'), 'not-told'],
    ['keys without end', answer(0, `splitnum\0\x80\0${'k\0v'.repeat(3_000)}`), 'malformed'],
    [
      'a hundred keys',
      answer(0, `splitnum\0\x80\0${Array.from({ length: 100 }, (_, i) => `k${i}\0v\0`).join('')}`),
      'malformed',
    ],
    [
      'a name that looks like a basic answer, cut',
      answer(0, 'splitnum\0\x80\0hostname\x005\x006\0\xdd\x63h\0'),
      'malformed',
    ],
    ['another session', Buffer.concat([Buffer.from([0, 9, 9, 9, 9]), full.subarray(5)]), 'foreign'],
  ])('of %s', (_, bytes, result) => expect(decodeQueryStat(bytes, session)).toEqual(result))

  it('makes no number out of nothing', () => {
    const decode = (bytes: Buffer) => decodeQueryStat(bytes, session)
    fc.assert(
      fc.property(cutFrames(full), (bytes) => {
        expect(decode(bytes)).toBeTypeOf('string')
      }),
      manyFrames,
    )
    fc.assert(
      fc.property(hostileFrames(full), (bytes) => {
        expectSound(decode(bytes))
        decodeQueryHandshake(bytes, session)
      }),
      manyFrames,
    )
  })
})
