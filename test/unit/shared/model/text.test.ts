import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  capitalised,
  caseFoldedText,
  firstNames,
  safeText,
  uncapitalised,
  withoutUnsafe,
} from '../../../../shared/model/text.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'

describe('safeText', () => {
  it.each([
    ['plain', 'plain'],
    ['  outer   space  ', 'outer space'],
    ['line\r\nbreak\ttab', 'line break tab'],
    ['\u001b[31mred\u0007', '[31mred'],
    ['gpj.\u202Eexe', 'gpj.exe'],
    ['a\u2066b\u2069c\u200Bd\uFEFFe', 'abcde'],
    ['naïve 日本 🎮', 'naïve 日本 🎮'],
    ['x'.repeat(300), `${'x'.repeat(199)}…`],
    ['A\u00a0B\u3000 \u2003C', 'A B C'],
    ['\u3164\u2800', ''],
  ])('%j', (text, shown) => expect(safeText(text)).toBe(shown))

  it('looks no further into an endless text than anything of it is shown', () => {
    expect(safeText(`${' '.repeat(100)}shown`)).toBe('shown')
    expect(safeText(`${' '.repeat(20_000)}not read`)).toBe('')
    expect(safeText(`${'🎮'.repeat(9_999)}x`, 100)).toBe(`${'🎮'.repeat(99)}…`)
  })

  it('never lets a control or bidirectional character through, nor more than asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        const shown = safeText(text, max)
        expect(shown).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
        expect([...shown].length).toBeLessThanOrEqual(max)
      }),
    )
  })
})

describe('withoutUnsafe', () => {
  it.each<[string, ...number[]]>([
    ['soft hyphen', 0xad],
    ['grapheme joiner', 0x34f],
    ['Hangul fillers', 0x115f, 0x1160, 0x3164, 0xffa0],
    ['Khmer vowels that are not seen', 0x17b4, 0x17b5],
    ['Mongolian separators', 0x180b, 0x180e],
    ['zero-width space and joiners', 0x200b, 0x200c, 0x200d],
    ['bidirectional marks', 0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069],
    ['invisible signs of formulas', 0x2061, 0x2064],
    ['variation selectors', 0xfe00, 0xfe0f, 0xe_01_00],
    ['byte order mark', 0xfeff],
    ['tags', 0xe_00_01, 0xe_00_41, 0xe_00_7f],
    ['blanks that are none', 0x2800, 0x1_d1_59],
    ['what joins hieroglyphs', 0x1_34_30, 0x1_34_38, 0x1_34_3f],
    ['marks of annotations, objects', 0xfff9, 0xfffb, 0xfffc],
    ['musical formatting', 0x1_d1_73],
    ['shorthand formatting', 0x1_bc_a0],
    ['no characters', 0xfdd0, 0xffff, 0x1_ff_fe],
    ['halves of characters', 0xd800, 0xdfff],
  ])('takes away: %s', (_, ...codes) => {
    for (const code of codes) {
      expect(withoutUnsafe(`Sur${String.fromCodePoint(code)}vival`)).toBe('Survival')
      expect(caseFoldedText(`Sur${String.fromCodePoint(code)}vival`)).toBe('survival')
    }
  })

  it.each([
    ['a family', '👨‍👩‍👧'],
    ['a heart on fire', '❤️‍🔥'],
    ['the same as some write it', '❤‍🔥'],
    ['a flag of many colours', '🏳️‍🌈'],
    ['a flag made with tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a flag of letters', '🇩🇪'],
    ['a skin', '👍🏽'],
    ['a picture', '❤️'],
    ['a keycap', '1️⃣'],
  ])('keeps an emoji whole: %s', (_, emoji) => {
    expect(withoutUnsafe(`Sur\u200b${emoji}vi\u00adval`)).toBe(`Sur${emoji}vival`)
  })

  it.each([
    ['a joiner without a second emoji', '👨\u200d', '👨'],
    ['a joiner between letters', 'a\u200db', 'ab'],
    ['tags that are no flag', '🏴\u{e0061}\u{e0062}\u{e007f}', '🏴'],
    ['a variation of a letter', 'a\ufe0f', 'a'],
  ])('keeps nothing else that joins: %s', (_, text, shown) => expect(withoutUnsafe(text)).toBe(shown))

  it('takes a text of millions of such characters', () => {
    expect(withoutUnsafe(`${'\u200b'.repeat(3_000_000)}x`)).toBe('x')
    expect(withoutUnsafe('👨\u200d'.repeat(1_000_000)).length).toBeGreaterThan(2_000_000)
  })
})

describe('caseFoldedText', () => {
  it.each([
    ['Arena', 'ARENA'],
    ['Arena', 'Ａｒｅｎａ'],
    ['Arena', 'A\u00adre\u{e0020}na\u3164'],
    ['Arena 1', 'Arena\u00a0\u20031'],
    ['❤️', '❤'],
    ['👨‍👩‍👧', '👨👩👧'],
  ])('is the same of %j and %j', (one, other) => expect(caseFoldedText(one)).toBe(caseFoldedText(other)))

  it('is another of another text', () => expect(caseFoldedText('Arena 1')).not.toBe(caseFoldedText('Arena 2')))
})

it.each([
  ['for 1 h', 'For 1 h'],
  ['Already so', 'Already so'],
  ['12 running', '12 running'],
  ['', ''],
])('%j begins a line as %j', (words, first) => expect(capitalised(words)).toBe(first))

it.each([
  ['Suspended by the Panel', 'suspended by the Panel'],
  ['9 Running', '9 Running'],
  ['', ''],
])('%j stands inside a line as %j', (words, inside) => expect(uncapitalised(words)).toBe(inside))

it.each<[string[], number | undefined, string]>([
  [[], undefined, ''],
  [['A'], undefined, 'A'],
  [['A', 'B', 'C'], undefined, 'A, B, C'],
  [['A', 'B', 'C', 'D'], undefined, 'A, B, C and 1 more'],
  [['A', 'A', 'A', 'A', 'A'], undefined, 'A, A, A and 2 more'],
  [['A'], 7, 'A and 6 more'],
  [['A', 'B', 'C', 'D'], 6, 'A, B, C and 3 more'],
])('%j of %j in short: %j', (names, count, text) => expect(firstNames(names, count)).toBe(text))
