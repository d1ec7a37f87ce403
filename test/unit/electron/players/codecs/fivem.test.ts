import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDynamic, decodePlayerNames } from '../../../../../electron/players/codecs/fivem.ts'
import { cutFrames, expectSound, hostileFrames, manyFrames } from '../../../../fixtures/hostile-frames.ts'

const valid = '{"clients":3,"gametype":"Roleplay","hostname":"^1A server","iv":"1","mapname":"x","sv_maxclients":"48"}'
const names = '[{"endpoint":"127.0.0.1","id":1,"identifiers":[],"name":"Alice","ping":5},{"name":"§aBob"},{"id":3},4]'

describe('decodeDynamic', () => {
  it.each<[string, unknown]>([
    [valid, { online: 3, max: 48, names: [] }],
    ['{"clients":0,"sv_maxclients":48}', { online: 0, max: 48, names: [] }],
    ['{"clients":0}', { online: 0, max: null, names: [] }],
    ['{"clients":7,"sv_maxclients":"many"}', { online: 7, max: null, names: [] }],
    ['{"clients":"3","sv_maxclients":48}', 'not-told'],
    ['{"clients":-3}', 'not-told'],
    ['{"clients":1e99}', 'not-told'],
    ['{"clients":null}', 'not-told'],
    ['{}', 'not-told'],
    ['[]', 'malformed'],
    ['null', 'malformed'],
    ['', 'malformed'],
    ['<html>', 'malformed'],
  ])('of %s', (text, result) => expect(decodeDynamic(text)).toEqual(result))

  it('makes no number out of nothing', () => {
    const bytes = Buffer.from(valid)
    fc.assert(
      fc.property(cutFrames(bytes), (frame) => {
        expect(decodeDynamic(frame.toString())).toBe('malformed')
      }),
      manyFrames,
    )
    fc.assert(
      fc.property(hostileFrames(bytes), (frame) => {
        expectSound(decodeDynamic(frame.toString()))
      }),
      manyFrames,
    )
  })
})

describe('decodePlayerNames', () => {
  it.each<[string, readonly string[]]>([
    [names, ['Alice', 'Bob']],
    ['[]', []],
    ['{"error":"Nope."}', []],
    ['', []],
  ])('of %s', (text, result) => expect(decodePlayerNames(text)).toEqual(result))

  it('takes anything', () => {
    fc.assert(
      fc.property(hostileFrames(Buffer.from(names)), (frame) => {
        expectSound({ online: 0, max: null, names: decodePlayerNames(frame.toString()) })
      }),
      manyFrames,
    )
  })
})
