import { expect, test } from 'vitest'
import { lineEndOf, withLineEnds } from '../../../../../../renderer/features/files/editor/text-format.ts'

test.each([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb\n', '\n'],
  ['a\r\nb\r\n', '\r\n'],
  ['a\r\nb\n', '\n'],
  ['a\nb\r\n', '\n'],
  ['a\r\nb\rc', '\n'],
  ['a\rb', '\n'],
  ['\r\r\n', '\n'],
])('%j ends its lines with %j', (text, expected) => {
  expect(lineEndOf(text)).toBe(expected)
})

test('what is pasted gets the line ends of the text', () => {
  expect(withLineEnds('a\r\nb\nc\rd', '\n')).toBe('a\nb\nc\nd')
  expect(withLineEnds('a\r\nb\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\r\nd')
})
