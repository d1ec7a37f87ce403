import { expect, test } from 'vitest'
import { refused, shippedLicences } from '../../../build/licences/policy.ts'

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['GPL-3.0-only OR MIT', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0-only', false],
  ['(MIT AND Zlib) OR Apache-2.0', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  ['', false],
  [undefined, false],
])('a licence of %s is accepted: %s', (licence, accepted) => {
  expect(refused([{ name: 'some-library', licence }]).length === 0).toBe(accepted)
})

test('what is only for development does not count; nested packages do', () => {
  const lock = JSON.stringify({
    packages: {
      '': { license: 'MIT' },
      'node_modules/a': { license: 'MIT' },
      'node_modules/a/node_modules/@scope/b': { license: 'GPL-3.0-only' },
      'node_modules/tool': { license: 'GPL-3.0-only', dev: true },
    },
  })
  expect(shippedLicences(lock)).toEqual([
    { name: 'a', licence: 'MIT' },
    { name: '@scope/b', licence: 'GPL-3.0-only' },
  ])
})

test('a lock file of another shape is an error, not an empty list', () => {
  expect(() => shippedLicences('{}')).toThrow()
})
