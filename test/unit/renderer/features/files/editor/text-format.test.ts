import { expect, test } from 'vitest'
import { formatText, lineEndOf, withLineEnds } from '../../../../../../renderer/features/files/editor/text-format.ts'
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

test.each([
  ['a\nb\n', '\n'],
  ['a\r\nb\r\n', '\r\n'],
  ['a\r\nb\n', '\n'],
  ['a\r\nb\rc', '\n'],
  ['a\rb', '\n'],
])('%j ends its lines with %j', (text, expected) => {
  expect(lineEndOf(text)).toBe(expected)
})

test('what is pasted gets the line ends of the text', () => {
  expect(withLineEnds('a\r\nb\nc\rd', '\n')).toBe('a\nb\nc\nd')
  expect(withLineEnds('a\r\nb\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\r\nd')
})
