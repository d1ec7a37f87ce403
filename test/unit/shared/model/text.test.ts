import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeText } from '../../../../shared/model/text.ts'

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
  ])('%j', (text, shown) => expect(safeText(text)).toBe(shown))

  it('never lets a control or bidirectional character through, nor more than asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        const shown = safeText(text, max)
        expect(shown).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
        expect([...shown].length).toBeLessThanOrEqual(max)
      }),
    )
  })
})
