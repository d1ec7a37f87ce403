import { expect, it } from 'vitest'
import { isNameTyped } from '../../../../shared/model/typed-name.ts'

it.each([
  ['Survival', 'Survival', true],
  ['  Survival ', 'Survival', true],
  ['Survival', ' Survival', true],
  ['My server', 'My\u00a0 server', true],
  ['My   server', 'My server', true],
  ['Cafe\u0301', 'Caf\u00e9', true],
  ['Lobby 1', 'Lobby\u200b \uff11', true],
  ['2', '2', true],
  ['survival', 'Survival', false],
  ['Surviva', 'Survival', false],
  ['Survival2', 'Survival', false],
  ['Myserver', 'My server', false],
  ['02', '2', false],
  ['2.0', '2', false],
  // Another letter than the one that it looks like.
  ['S\u0443rvival', 'Survival', false],
  ['', 'Survival', false],
  [' \u3000', 'Survival', false],
  // Nothing to see confirms nothing.
  ['', '\u200b', false],
  ['\u200b', '\u200b', false],
  ['', '', false],
])('%j for %j: %j', (typed, name, isRight) => {
  expect(isNameTyped(typed, name)).toBe(isRight)
})
