import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOf, countOfDigits, safeName, safeNames } from '../../../../../electron/players/codecs/reading.ts'

describe('countOf', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [20, 20],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [2 ** 53, null],
    [-1, null],
    [1.5, null],
    ['3', null],
    [null, null],
    [undefined, null],
  ])('of %o is %o', (value, count) => expect(countOf(value)).toBe(count))
})

describe('countOfDigits', () => {
  it.each([
    ['0', 0],
    ['007', 7],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', null],
    ['99999999999999999', null],
    ['', null],
    ['-1', null],
    [' 1', null],
    ['1e3', null],
    ['0x10', null],
    ['１', null],
  ])('of %o is %o', (text, count) => expect(countOfDigits(text)).toBe(count))
})

describe('safeName', () => {
  it.each([
    ['Alice', 'Alice'],
    ['§aAl§lice§r', 'Alice'],
    ['Al§', 'Al'],
    ['§\u0000kAlice', 'Alice'],
    ['§§aAlice', 'aAlice'],
    ['\u001b[31mRed', '[31mRed'],
    ['a\u202eb\nc', 'abc'],
    ['  two   words ', 'two words'],
    ['§a §b', ''],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), `${'x'.repeat(63)}…`],
    ['😀'.repeat(32), '😀'.repeat(32)],
    ['😀'.repeat(33), `${'😀'.repeat(31)}…`],
    ['\ud83d', ''],
  ])('of %o is %o', (name, safe) => expect(safeName(name)).toBe(safe))

  it('is never longer than 64, and never half a character', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { maxLength: 200 }), (units) => {
        const name = String.fromCharCode(...units)
        expect(safeName(name).length).toBeLessThanOrEqual(64)
        expect(safeName(name).isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('safeNames', () => {
  it('leaves out what is no name', () => {
    expect(safeNames(['A', 5, null, '', '§a', { name: 'B' }, 'C'])).toEqual(['A', 'C'])
  })

  it('keeps 200 at most', () => {
    expect(safeNames(Array.from({ length: 5_000 }, (_, i) => `p${i}`))).toHaveLength(200)
  })
})
