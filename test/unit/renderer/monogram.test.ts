import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monograms } from '../../../renderer/app/monogram.ts'

test.each([
  [['Home panel', 'Club panel'], 'Ho Cl'],
  [['Home panel', 'Home lab'], 'Ho HL'],
  [['Hosting', 'Hosting', 'Hosting'], 'Ho Hs Ht'],
  [['panel.home.example', 'x', ''], 'Pa X ?'],
  [['🎮 Games'], '🎮G'],
])('%j are %s', (names, short) => expect(monograms(names).join(' ')).toBe(short))

test('no two of a few panels look alike, whatever they are called', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 8 }), (names) => {
      const short = monograms(names)
      expect(new Set(short).size).toBe(names.length)
    }),
  )
})
