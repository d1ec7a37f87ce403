import { expect, test } from 'vitest'
import { keyLabelSchema } from '../../../../shared/keys/contract.ts'

test.each([
  ['a name', 'Home', true],
  ['an emoji family', '👨‍👩‍👧', true],
  ['an accent that is set apart', 'e\u0301', true],
  ['one letter among what is not seen', '\u200bx\u2060', true],
  ['nothing', '', false],
  ['blanks', ' \u3000\u00a0 ', false],
  ['a zero-width space', '\u200b', false],
  ['a soft hyphen', '\u00ad', false],
  ['a turn of direction', '\u202e', false],
  ['fillers of Hangul', '\u3164\uffa0', false],
  ['the empty braille pattern', '\u2800', false],
  ['variation selectors', '\ufe0f\u{e0100}', false],
  ['tags', '\u{e0041}\u{e0042}', false],
  ['a joiner', '\u200d', false],
  ['a control character', 'Home\u0007', false],
  ['61 characters', 'x'.repeat(61), false],
])('%s', (_what, label, isGood) => expect(keyLabelSchema.safeParse(label).success).toBe(isGood))
