import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeLines, withoutColours } from '../../../../electron/console/line-text.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const esc = '\u001b'
const bell = '\u0007'
const reset = `${esc}[0m`

describe('safeLines', () => {
  it.each([
    ['plain text', 'Done (3.2s)!', ['Done (3.2s)!']],
    ['an empty line', '', ['']],
    ['a tab', 'a\tb', ['a\tb']],
    ['line ends inside', 'one\r\ntwo\nthree\r\n', ['one', 'two', 'three']],
    ['colours, which end with their line', `${esc}[33m${esc}[1mhi`, [`${esc}[33m${esc}[1mhi${reset}`]],
    ['colours of 24 bits', `${esc}[38;2;1;2;3mx`, [`${esc}[38;2;1;2;3mx${reset}`]],
    ['colours with colons', `${esc}[38:5:9mx`, [`${esc}[38:5:9mx${reset}`]],
    ['a progress bar, as it ended', 'load 10%\rload 90%\rload 100%', ['load 100%']],
    ['a line that ends with a return', 'text\r', ['text']],
    ['the clipboard (OSC 52)', `a${esc}]52;c;aGk=${bell}b`, ['ab']],
    ['the title, ended by ST', `a${esc}]0;owned${esc}\\b`, ['ab']],
    ['the title, never ended', `a${esc}]0;owned`, ['a']],
    ['a title cut off by a colour', `a${esc}]0;owned${esc}[31mb`, [`a${esc}[31mb${reset}`]],
    ['a title begun in 8 bits', 'a\u009d0;owned\u009cb', ['ab']],
    ['a hyperlink (OSC 8)', `${esc}]8;;http://evil.example${bell}here${esc}]8;;${bell}`, ['here']],
    ['a device string', `a${esc}P1$r0m${esc}\\b`, ['ab']],
    ['other strings', `a${esc}_x${esc}\\${esc}^y${esc}\\${esc}Xz${esc}\\b`, ['ab']],
    ['cursor moves', `${esc}[2J${esc}[1;1Ha${esc}[5Ab${esc}[3G`, ['ab']],
    ['cursor moves in 8 bits', 'a\u009b2Jb', ['ab']],
    ['questions to the terminal', `${esc}[c${esc}[6n${esc}[>0q${esc}Za`, ['a']],
    ['modes and scroll regions', `${esc}[?1049h${esc}[?25l${esc}[5;10ra`, ['a']],
    ['a reset of the terminal', `${esc}ca`, ['a']],
    ['other character sets', `${esc}(0a${esc}#8`, ['a']],
    ['a sequence cut off', `a${esc}[31`, ['a']],
    ['an escape cut off', `a${esc}`, ['a']],
    ['an escape within a sequence', `${esc}[3${esc}[32mx`, [`${esc}[32mx${reset}`]],
    ['a sequence that removal would make', `${esc}${esc}]0;x${bell}[2Ja`, ['[2Ja']],
    ['colours with a mark inside', `${esc}[3\u200b1mx`, ['1mx']],
    ['other control characters', 'a\u0000\u0008\u000b\u000c\u007f\u0085b', ['ab']],
    ['bidirectional marks', 'a\u202egnp.exe\u202c\u2066b\u2069', ['agnp.exeb']],
    ['invisible marks', 'a\u200b\u2060\ufeff\u2028b', ['ab']],
    ['half a character', 'a\ud800b', ['ab']],
    ['what stood for bytes that are no text', 'a\ufffdb', ['a\ufffdb']],
  ])('shows %s', (_, output, lines) => {
    expect(safeLines(output)).toEqual(lines)
  })

  it('cuts a line of a megabyte, and says so', () => {
    const [line = ''] = safeLines('x'.repeat(1_000_000))
    expect(line).toHaveLength(8_192 + ' … (991,808 more characters)'.length)
    expect(line.endsWith(' … (991,808 more characters)')).toBe(true)
  })

  // Each takes seconds where a pattern looks at the same characters again and again.
  it.each([
    ['strings that are begun and never ended', `${'\u0090'.repeat(8_000)}${esc}\n`.repeat(120)],
    ['sequences that are begun and never ended', `${esc}[${'0;'.repeat(4_000)}\n`.repeat(120)],
    ['escapes', esc.repeat(1_000_000)],
    ['returns', '\r'.repeat(1_000_000)],
    ['line ends', '\n'.repeat(1_000_000)],
    ['half line ends', '\r\r\n'.repeat(300_000)],
  ])('is quick with a megabyte of %s', (_, output) => {
    expect(safeLines(output).every((line) => withoutColours(line).trim() === '' || line.length < 9_000)).toBe(true)
  })

  it('takes no more than a thousand lines out of one message', () => {
    expect(safeLines('\n'.repeat(100_000).concat('x'))).toHaveLength(1_000)
  })

  it('lets nothing but text, tabs and colours through, whatever comes', () => {
    const parts = fc.constantFrom(
      esc,
      '[',
      ']',
      'm',
      '3',
      ';',
      bell,
      '\\',
      '\u009b',
      '\r',
      '\n',
      '\t',
      'P',
      '\u202e',
      'x',
    )
    const output = fc.oneof(
      fc.array(parts, { maxLength: 40 }).map((some) => some.join('')),
      fc.string({ unit: anyCharacter }),
    )
    fc.assert(
      fc.property(output, (text) => {
        for (const line of safeLines(text)) {
          expect(withoutColours(line)).toMatch(
            /^(?:\t|[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b-\u200f\u2028\u2029])*$/u,
          )
          expect(
            line
              .split(esc)
              .slice(1)
              .every((rest) => /^\[[0-9;:]{0,64}m/.test(rest)),
          ).toBe(true)
          if (line.includes(esc)) expect(line.endsWith(reset)).toBe(true)
        }
      }),
      { numRuns: sizeOf({ short: 300, long: 3_000 }) },
    )
  })
})

describe('withoutColours', () => {
  it('drops the colours', () => {
    expect(withoutColours(`${esc}[33m${esc}[1m[Daemon]:${esc}[39m up${reset}`)).toBe('[Daemon]: up')
  })
})
