import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namePartsOf, oddText, readableName } from '../../../../../../renderer/features/files/entries/names.ts'
import { withoutUnsafe } from '../../../../../../shared/model/text.ts'

test.each([
  ['server.properties', 'server.properties'],
  ['my world', 'my world'],
  ['Größe ✓.txt', 'Größe ✓.txt'],
  ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
  ['خادم.yml', 'خادم.yml'],
  [' a', '␣a'],
  ['a ', 'a␣'],
  ['a  b', 'a␣␣b'],
  [' ', '␣'],
  ['a\u00a0b', 'aU+00A0b'],
  ['photo\u202egpj.exe', 'photoU+202Egpj.exe'],
  ['a\u200bb', 'aU+200Bb'],
  ['a\nb', 'aU+000Ab'],
  ['a\r\nb', 'aU+000D U+000Ab'],
  ['\u0007', 'U+0007'],
  ['\u{e0041}', 'U+E0041'],
  ['Z\u0300\u0301\u0302\u0303\u0304\u0305o', 'Zo'],
  ['', ''],
])('%j reads %j', (name, expected) => {
  expect(readableName(name)).toBe(expected)
})

test.each([
  ['server.properties', false],
  ['my world', false],
  ['خادم.yml', false],
  ['a ', true],
  ['photo\u202egpj.exe', true],
  ['Z\u0300\u0301\u0302\u0303\u0304\u0305', true],
])('that %j is odd: %j', (name, isOdd) => {
  expect(oddText(name) !== null).toBe(isOdd)
})

test('of any name nothing unsafe is left, and what is not marked stood in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
      const wrong = namePartsOf(name).filter(
        ({ text, isOdd }) => withoutUnsafe(text) !== text || (!isOdd && !name.includes(text)),
      )
      expect(wrong).toEqual([])
    }),
  )
})
