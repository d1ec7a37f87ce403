import { expect, it } from 'vitest'
import { globOf } from '../../../../electron/cli/bulk.ts'

it.each([
  ['surv*', 'Survival', true],
  ['*', '', true],
  ['*', 'any\nthing', true],
  ['surv', 'Survival', false],
  ['*al', 'Survival', true],
  ['s*v*l', 'Survival', true],
  ['*a*b', 'ab b', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['**a**', 'cab', true],
  ['?urvival', 'Survival', true],
  ['?', '🎮', true],
  ['??', '🎮', false],
  ['a.c', 'abc', false],
  ['[a-z]*', '[a-z] (1)', true],
  ['a+(b)|c', 'a+(b)|c', true],
  ['{x}$^\\', '{x}$^\\', true],
])('%s and %j: %j', (pattern, name, fits) => expect(globOf(pattern).test(name)).toBe(fits))

it('comes to an end whatever a panel names its servers', () => {
  expect(globOf(`${'*-'.repeat(12)}x`).test('-'.repeat(250))).toBe(false)
})
