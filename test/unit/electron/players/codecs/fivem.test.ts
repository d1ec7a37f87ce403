import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDynamic } from '../../../../../electron/players/codecs/small.ts'
import { cutFrames, expectSound, hostileFrames, manyFrames } from '../../../../fixtures/hostile-frames.ts'

const valid = '{"clients":3,"gametype":"Roleplay","hostname":"^1A server","iv":"1","mapname":"x","sv_maxclients":"48"}'

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
