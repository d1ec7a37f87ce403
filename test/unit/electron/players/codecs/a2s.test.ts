import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeInfo,
  encodeInfoRequest,
  type InfoRules,
  readA2sPacket,
} from '../../../../../electron/players/codecs/a2s.ts'
import type { DecodedCount, Fault } from '../../../../../electron/players/codecs/reading.ts'
import { cutFrames, expectSound, hostileFrames, manyFrames } from '../../../../fixtures/hostile-frames.ts'

const source: InfoRules = { hasBotsInCount: true, isInKeywords: false }
const plain: InfoRules = { hasBotsInCount: false, isInKeywords: false }
const rust: InfoRules = { hasBotsInCount: false, isInKeywords: true }

const latin = (text: string) => Buffer.from(text, 'latin1')
/** Protocol 17, four texts, app 4000, players, slots, bots, dedicated, Linux, no password, VAC, version. */
const info = ([players, max, bots]: readonly [number, number, number], tail = '', kind = 'd') =>
  Buffer.concat([
    latin('\xff\xff\xff\xff\x49\x11A server\0gm_flat\0garrysmod\0Sandbox\0\xa0\x0f'),
    Buffer.from([players, max, bots]),
    latin(`${kind}l\0\x01${'2024.1'}\0${tail}`),
  ])
/** Port, Steam id, spectators' port and name, keywords, game id: every flag. */
const allFlags = (keywords: string) =>
  `\xf1\x87\x69\x01\x02\x03\x04\x05\x06\x07\x08\x88\x69tv\0${keywords}\0\xa0\x0f\0\0\0\0\0\0`
const onlyKeywords = (keywords: string) => `\x20${keywords}\0`

function read(packet: Buffer, rules: InfoRules): DecodedCount | Fault {
  const seen = readA2sPacket(packet)
  if (typeof seen === 'string') return seen
  return 'info' in seen ? decodeInfo(seen.info, rules) : 'foreign'
}

describe('encodeInfoRequest', () => {
  const question = 'ffffffff54536f7572636520456e67696e6520517565727900'
  it.each([
    [encodeInfoRequest(), question],
    [encodeInfoRequest(Buffer.from('0a0b0c0d', 'hex')), `${question}0a0b0c0d`],
  ])('is bytes', (bytes, text) => expect(bytes.toString('hex')).toBe(text))
})

describe('readA2sPacket', () => {
  it.each<[string, string, unknown]>([
    ['a challenge', 'ffffffff410a0b0c0d', { challenge: Buffer.from('0a0b0c0d', 'hex') }],
    ['a challenge that is cut', 'ffffffff410a0b0c', 'malformed'],
    ['an answer', 'ffffffff4911', { info: Buffer.from([0x11]) }],
    ['a part of one', 'feffffff0700000003 01 e004 abcd', 'foreign'],
    ['a head', 'ffffffff', 'foreign'],
    ['nothing', '', 'foreign'],
  ])('of %s', (_, hex, result) => expect(readA2sPacket(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toEqual(result))
})

describe('decodeInfo', () => {
  it.each<[string, Buffer, InfoRules, unknown]>([
    ['takes bots off in a Source game', info([12, 32, 4]), source, { online: 8, max: 32, names: [] }],
    ['takes none off elsewhere', info([12, 32, 4]), plain, { online: 12, max: 32, names: [] }],
    ['takes off no more bots than there are players', info([2, 32, 5]), source, { online: 2, max: 32, names: [] }],
    ['makes nobody of bots alone', info([4, 32, 4]), source, { online: 0, max: 32, names: [] }],
    ['reads past what it does not need', info([1, 2, 0], allFlags('x')), plain, { online: 1, max: 2, names: [] }],
    ['hears no SourceTV, which counts who watches', info([0, 32, 0], '', 'p'), source, 'foreign'],
    [
      'believes Rust’s keywords',
      info([255, 255, 0], onlyKeywords('mp300,cp271,ptrak,v2591')),
      rust,
      { online: 271, max: 300, names: [] },
    ],
    ['finds them behind other flags', info([1, 2, 0], allFlags('cp0,mp50')), rust, { online: 0, max: 50, names: [] }],
    ['takes no word for a number', info([1, 2, 0], onlyKeywords('cpx,cp-1,cp 4,mpeg')), rust, 'not-told'],
    ['counts nobody without them', info([44, 255, 0], '\x01\0\0\0\0\0\0\0\0'), rust, 'not-told'],
    ['counts nobody without any flag', info([44, 255, 0]), rust, 'not-told'],
    ['needs them whole', info([44, 255, 0], '\x20cp4,mp5'), rust, 'malformed'],
  ])('%s', (_, packet, rules, result) => expect(read(packet, rules)).toEqual(result))

  it('makes no number out of nothing', () => {
    const short = info([3, 10, 0])
    const long = info([3, 10, 0], onlyKeywords('mp10,cp3'))
    for (const bytes of cutFrames(short)) expect(read(bytes, source)).toBeTypeOf('string')
    for (const bytes of cutFrames(long)) expect(read(bytes, rust)).toBeTypeOf('string')
    fc.assert(
      fc.property(hostileFrames(long), (bytes) => {
        for (const rules of [source, plain, rust]) expectSound(read(bytes, rules))
      }),
      manyFrames,
    )
  })
})
