import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, hasWords, wordsOf } from '../../../../shared/model/search.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'

/** What players and owners call their servers, and what nobody should. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', ' ', '-', 'é', 'ß', 'Σ', 'ς', 'İ', 'ﬁ', '𝐒', '\u0301', '\u202e', '🎮'),
  }),
)

describe('folding', () => {
  test.each([
    ['Café', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Łódź Øre Æon', 'lodz ore aeon'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['𝐒𝐮𝐫𝐯𝐢𝐯𝐚𝐥', 'survival'],
    ['Ｓｋｙ ﬁre', 'sky fire'],
    ['سَيرفر', 'سيرفر'],
    ['Sky\u200bBlock', 'skyblock'],
    ['"Plain" \\ -_.:9', "'plain' / -_.:9"],
    ['', ''],
  ])('%j is %j', (text, folded) => expect(fold(text)).toBe(folded))

  test('folding twice changes nothing more, and case makes no difference', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(fold(text.toLowerCase())).toBe(fold(text))
      }),
    )
  })

  test('takes for one sign what the palette’s search takes for one', () => {
    const signs = ['ı', 'đ', 'ð', 'ħ', 'ŧ', '"', '“', '„', '«', '`', '–', '−', '‐', '\\', '⁄']
    const likes = ['i', 'd', 'd', 'h', 't', "'", "'", "'", "'", "'", '-', '-', '-', '/', '/']
    expect(signs.map(fold)).toEqual(likes)
  })
})

describe('words', () => {
  test.each([
    ['', []],
    ['  ', []],
    [' Café  run\u00a0NOW ', ['cafe', 'run', 'now']],
  ])('of %j are %j', (query, words) => expect(wordsOf(query)).toEqual(words))

  test.each([
    ['Café Größe', '', true],
    ['Café Größe', 'groß caf', true],
    ['Café Größe', 'GROSSE', true],
    ['Café Größe', 'cafe bar', false],
    ['Café Größe', '.*', false],
  ])('are all in %j: %j, %j', (text, query, has) => expect(hasWords(text, wordsOf(query))).toBe(has))
})
