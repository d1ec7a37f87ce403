import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDynamic, decodeSampInfo, encodeSampInfo } from '../../../../../electron/players/codecs/samp-and-fivem.ts'
import { cutFrames, expectSound, hostileFrames, manyFrames } from '../../../../fixtures/hostile-frames.ts'

const question = encodeSampInfo('203.0.113.7', 7_777)
/** Without a password, three of fifty, and a name of nine letters. */
const valid = Buffer.concat([
  question,
  Buffer.from('00 0300 3200 09000000'.replaceAll(' ', ''), 'hex'),
  Buffer.from('Los Santo'),
])
const decode = (bytes: Buffer) => decodeSampInfo(bytes, question)

it('asks with the address and port of the server', () => {
  expect(question.toString('hex')).toBe(`${Buffer.from('SAMP').toString('hex')}cb007107611e69`)
})

describe('decodeSampInfo', () => {
  it.each<[string, Buffer, unknown]>([
    ['three players', valid, { online: 3, max: 50, names: [] }],
    ['nobody', Buffer.concat([question, Buffer.from('0100003200', 'hex')]), { online: 0, max: 50, names: [] }],
    ['an answer that is cut', valid.subarray(0, 14), 'malformed'],
    [
      'the answer to another server',
      Buffer.concat([encodeSampInfo('203.0.113.8', 7_777), valid.subarray(11)]),
      'foreign',
    ],
    ['nothing', Buffer.alloc(0), 'foreign'],
  ])('of %s', (_, bytes, result) => expect(decode(bytes)).toEqual(result))

  it('makes no number out of nothing', () => {
    for (const bytes of cutFrames(valid.subarray(0, 16))) expect(decode(bytes)).toBeTypeOf('string')
    fc.assert(
      fc.property(hostileFrames(valid), (bytes) => {
        expectSound(decode(bytes))
      }),
      manyFrames,
    )
  })
})

const validText =
  '{"clients":3,"gametype":"Roleplay","hostname":"^1A server","iv":"1","mapname":"x","sv_maxclients":"48"}'

describe('decodeDynamic', () => {
  it.each<[string, unknown]>([
    [validText, { online: 3, max: 48, names: [] }],
    ['{"clients":0,"sv_maxclients":48}', { online: 0, max: 48, names: [] }],
    ['{"clients":0}', { online: 0, max: null, names: [] }],
    ['{"clients":7,"sv_maxclients":"many"}', { online: 7, max: null, names: [] }],
    ['{"clients":"3","sv_maxclients":48}', 'not-told'],
    ['{"clients":null}', 'not-told'],
    ['{}', 'not-told'],
    ['[]', 'malformed'],
    ['', 'malformed'],
    ['<html>', 'malformed'],
  ])('of %s', (text, result) => expect(decodeDynamic(text)).toEqual(result))

  it('makes no number out of nothing', () => {
    const bytes = Buffer.from(validText)
    for (const frame of cutFrames(bytes)) expect(decodeDynamic(frame.toString())).toBe('malformed')
    fc.assert(
      fc.property(hostileFrames(bytes), (frame) => {
        expectSound(decodeDynamic(frame.toString()))
      }),
      manyFrames,
    )
  })
})
