import { describe, expect, it } from 'vitest'
import {
  createOutputThrottle,
  liveLines,
  repeatedLines,
  usualOutputLimit,
} from '../../../../../electron/demo-panel/node/output.ts'

describe('lines', () => {
  const block = 64 * 1024
  const text = (length: number, letter = 'x') => letter.repeat(length)

  it.each<[string, string, readonly string[]]>([
    ['a line', 'a', ['a']],
    ['a blank line', '', []],
    ['a return alone', '\r', []],
    ['a space', ' ', [' ']],
    ['a return at the end', 'a\r', ['a']],
    ['a return after a space', 'a \rb', ['a\r\nb']],
    ['a return inside', 'a\rb', ['a\rb']],
    ['colours', '\u001b[33ma\u001b[0m', ['\u001b[33ma\u001b[0m']],
    ['the longest line', text(block), [text(block)]],
    ['one byte more: what is read with it is lost', text(block + 1), [text(block)]],
    ['a line that goes on', `${text(block)}${text(256, 'y')}z`, [text(block), 'z']],
    [
      'three pieces',
      `${text(block)}${text(256, 'y')}${text(block, 'z')}${text(256, 'y')}!`,
      [text(block), text(block, 'z'), '!'],
    ],
    ['letters of two bytes', 'é'.repeat(block / 2), ['é'.repeat(block / 2)]],
    ['a letter that is cut', `a${'é'.repeat(block / 2)}`, [`a${'é'.repeat(block / 2 - 1)}\ufffd`]],
  ])('live: %s', (_what, line, expected) => expect(liveLines(line)).toEqual(expected))

  it.each<[string, readonly string[], readonly string[]]>([
    ['blank lines too', ['a', '', 'b', '\r'], ['a', '', 'b', '']],
    ['a return after a space as it is', ['a \rb'], ['a \rb']],
    ['no more than asked for', ['0', '1', '2', '3', '4'], ['1', '2', '3', '4']],
    ['the longest line that can be read', [text(block - 2)], [text(block - 2)]],
    ['nothing from a longer one on', ['a', text(block - 1), 'b'], ['a']],
    ['all after a longer one that is not asked for', [text(block), '1', '2', '3', '4'], ['1', '2', '3', '4']],
  ])('repeated: %s', (_what, log, expected) => expect(repeatedLines(log, 4)).toEqual(expected))

  it('are left out above the limit, with one notice an episode', () => {
    let at = 0
    const throttle = createOutputThrottle(() => at, { lines: 2, periodMs: 100 })
    const take = (ms: number) => {
      at = ms
      const { passed, begins } = throttle.take()
      return passed ? 'sent' : begins ? 'notice' : 'lost'
    }
    expect([0, 50, 60, 100, 101, 102, 103, 104].map(take)).toEqual([
      'sent',
      'sent',
      'notice',
      'lost',
      'sent',
      'sent',
      'notice',
      'lost',
    ])
    throttle.reset()
    expect(take(105)).toBe('sent')
    expect(usualOutputLimit).toEqual({ lines: 2_000, periodMs: 100 })
  })
})
