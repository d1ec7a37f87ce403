import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  nameInAddress,
  namePartsOf,
  nameProblem,
  oddText,
  readableName,
} from '../../../../../../renderer/features/files/entries/names.ts'
import { withoutUnsafe } from '../../../../../../shared/model/text.ts'
import { anyCharacter } from '../../../../../fixtures/any-character.ts'

test.each([
  ['server.properties', 'server.properties'],
  ['Größe ✓.txt', 'Größe ✓.txt'],
  ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
  ['خادم.yml', 'خادم.yml'],
  [' a', '␣a'],
  ['a ', 'a␣'],
  ['a  b', 'a␣␣b'],
  ['a\u00a0b', 'aU+00A0b'],
  ['photo\u202egpj.exe', 'photoU+202Egpj.exe'],
  ['a\u200bb', 'aU+200Bb'],
  ['a\nb', 'aU+000Ab'],
  ['a\r\nb', 'aU+000D U+000Ab'],
  ['\u{e0041}', 'U+E0041'],
  ['Z\u0300\u0301\u0302\u0303\u0304\u0305o', 'Zo'],
])('%j reads %j', (name, expected) => {
  expect(readableName(name)).toBe(expected)
})

test.each([
  ['server.properties', false],
  ['خادم.yml', false],
  ['a ', true],
  ['photo\u202egpj.exe', true],
  ['Z\u0300\u0301\u0302\u0303\u0304\u0305', true],
])('that %j is odd: %j', (name, isOdd) => {
  expect(oddText(name) !== null).toBe(isOdd)
})

test('of any name nothing unsafe is left, and what is not marked stood in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (name) => {
      const wrong = namePartsOf(name).filter(
        ({ text, isOdd }) => withoutUnsafe(text) !== text || (!isOdd && !name.includes(text)),
      )
      expect(wrong).toEqual([])
    }),
  )
})

const taken = new Set(['ops.json', 'world'])

test.each([
  ['', null],
  ['new.txt', null],
  ['own.txt', null],
  ['ops.json', 'There is a file or folder with that name already.'],
  ['a/b', 'A name can’t have a / in it.'],
  ['..', 'This name stands for a folder itself.'],
  [' a', 'It has characters that can’t be seen, or a blank at an end.'],
  ['a\u202eb', 'It has characters that can’t be seen, or a blank at an end.'],
  ['a'.repeat(255), null],
  ['a'.repeat(256), 'This name is too long.'],
  ['ü'.repeat(128), 'This name is too long.'],
])('%j', (name, expected) => {
  expect(nameProblem(name, taken, 'own.txt')).toBe(expected)
})

test.each([
  ['https://files.example.com/mods/a.jar?sig=1#part', 'a.jar'],
  ['https://files.example.com/w%C3%B6rld%20two.zip', 'wörld two.zip'],
  ['https://files.example.com/..%2Fx', ''],
  ['https://files.example.com/%00', ''],
  ['https://files.example.com/%E0%A4%A', ''],
  ['https://files.example.com/', ''],
  ['https://', ''],
])('the file at %s is called “%s”', (address, name) => {
  expect(nameInAddress(address)).toBe(name)
})
