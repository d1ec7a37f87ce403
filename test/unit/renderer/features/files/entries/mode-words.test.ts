import { expect, test } from 'vitest'
import {
  hasRight,
  isMode,
  modeText,
  modeWarning,
  withRight,
} from '../../../../../../renderer/features/files/entries/mode-words.ts'

test.each([
  ['644', true],
  ['0755', true],
  ['4755', false],
  ['648', false],
  ['', false],
  ['644\n', false],
])('that %j is a mode: %j', (text, expected) => {
  expect(isMode(text)).toBe(expected)
})

test.each([
  ['644', 'Owner: read and write. Group and others: read.'],
  ['0755', 'Owner: read, write, and execute. Group and others: read and execute.'],
  ['777', 'Owner, group, and others: read, write, and execute.'],
  ['640', 'Owner: read and write. Group: read. Others: nothing.'],
  ['9', ''],
])('%s in words', (mode, expected) => {
  expect(modeText(mode)).toBe(expected)
})

test.each([
  ['644', 'owner', 1, true, '744'],
  ['644', 'others', 4, false, '640'],
  ['0644', 'group', 2, true, '664'],
  ['644', 'owner', 4, true, '644'],
  ['x', 'owner', 4, true, '400'],
] as const)('%s with %s %d %j', (mode, who, bit, isGiven, expected) => {
  const changed = withRight(mode, who, bit, isGiven)
  expect(changed).toBe(expected)
  expect(hasRight(changed, who, bit)).toBe(isGiven)
})

test.each([
  ['644', true, null],
  ['244', true, 'The server itself could not read it any more.'],
  ['644', false, 'The server itself could not open this folder any more.'],
  ['666', true, 'Everybody on the machine could change it.'],
  ['?', true, null],
])('a warning of %s', (mode, isFile, expected) => {
  expect(modeWarning(mode, isFile)).toBe(expected)
})
