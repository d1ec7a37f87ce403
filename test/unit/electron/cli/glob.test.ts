import { expect, it } from 'vitest'
import { globOf } from '../../../../electron/cli/bulk.ts'

it.each([
  ['surv*', 'Survival', true],
  ['*', 'any\nthing', true],
  ['surv', 'Survival', false],
  ['s*v*l', 'Survival', true],
  ['a*a', 'a', false],
  ['**a**', 'cab', true],
  ['?', '🎮', true],
  ['??', '🎮', false],
  ['a.c', 'abc', false],
  ['[a-z]*', '[a-z] (1)', true],
  ['{x}$^\\', '{x}$^\\', true],
])('%s and %j: %j', (pattern, name, fits) => expect(globOf(pattern).test(name)).toBe(fits))

it('comes to an end whatever a panel names its servers', () => {
  expect(globOf(`${'*-'.repeat(12)}x`).test('-'.repeat(250))).toBe(false)
})
