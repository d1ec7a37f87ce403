import { expect, test } from 'vitest'
import { formatText } from '../../../../../../renderer/features/files/editor/text-format.ts'
import { textReading } from '../../../../../fixtures/file-entry.ts'

test.each([
  ['a\nb', 'utf-8', false, ''],
  ['a\r\nb', 'utf-8', false, 'Windows line ends'],
  ['a\r\nb\n', 'utf-8', false, 'mixed line ends'],
  ['a', 'utf-8', true, 'UTF-8 with a mark'],
  ['a\r\nb', 'utf-16le', true, 'UTF-16 · Windows line ends'],
  ['a', 'windows-1252', false, 'Windows-1252'],
] as const)('%j in %s, with a mark %j: %s', (text, encoding, hasBom, expected) => {
  expect(formatText(textReading(text, { format: { encoding, hasBom } }))).toBe(expected)
})
