import { expect, it } from 'vitest'
import { linesIn, linesWith } from '../../../renderer/ui/use-lines.ts'

/** Four lines, of which the second one is lower. */
const tops = [0, 40, 72, 112, 152]

it.each([
  ['from the top', 0, 80, { first: 0, last: 2 }],
  ['to the very edge of one', 0, 72, { first: 0, last: 1 }],
  ['from within one', 71, 2, { first: 1, last: 2 }],
  ['at the end', 72, 80, { first: 2, last: 3 }],
  ['when some were taken away', 400, 80, { first: 3, last: 3 }],
  ['none where nothing is seen', 0, 0, null],
])('sees lines %s', (_, top, height, sight) => {
  expect(linesIn(tops, { top, height })).toEqual(sight)
})

it('sees none of none', () => {
  expect(linesIn([0], { top: 0, height: 80 })).toBeNull()
})

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

it.each([
  ['none', -1, from(12, 31)],
  ['one above', 0, [0, ...from(12, 31)]],
  ['one in sight', 21, from(12, 31)],
  ['one below', 39, [...from(12, 31), 39]],
  ['one that has gone', 40, from(12, 31)],
])('keeps %s in the page', (_, kept, lines) => {
  expect(linesWith(kept, { first: 20, last: 23 }, 40)).toEqual(lines)
})
