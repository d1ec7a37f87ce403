import { expect, it } from 'vitest'
import { linesWith } from '../../../renderer/ui/use-grid.ts'

it.each([
  ['none', -1, [3, 4, 5, 6]],
  ['one above', 0, [0, 3, 4, 5, 6]],
  ['one in sight', 4, [3, 4, 5, 6]],
  ['one below', 9, [3, 4, 5, 6, 9]],
  ['one that has gone', 10, [3, 4, 5, 6]],
])('keeps %s in the page', (_, kept, lines) => {
  expect(linesWith(kept)({ startIndex: 4, endIndex: 5, overscan: 1, count: 10 })).toEqual(lines)
})
