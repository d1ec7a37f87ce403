import { expect, test } from 'vitest'
import { leftOutWords } from '../../../../shared/keys/left-out.ts'

const limit = '(not on the pages that could be read, or more than 10,000 of one panel)'

test.each([
  [0, 0, []],
  [1, 0, ['1 entry without a valid identifier']],
  [1_200, 1, ['1,200 entries without a valid identifier', `at least 1 more server ${limit}`]],
  [0, 5_000, [`at least 5,000 more servers ${limit}`]],
])('%i unusable and %i beyond', (unusable, beyondBound, words) => {
  expect(leftOutWords({ unusable, beyondBound })).toEqual(words)
})
