import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHideToken, holdsHidden, withoutToken } from '../../../../electron/panel/token-echo.ts'
import { safeText } from '../../../../shared/model/text.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { tokenSpellings } from '../../../fixtures/token-spellings.ts'

const token = 'ptlc_Ab3dEf6hIjKlMn0pQrStUvWxYz1234567890abcdEF'
const hide = createHideToken(token)

describe('createHideToken', () => {
  it.each(Object.entries(tokenSpellings(token)))('hides the token %s', (_, spelled) => {
    expect(hide(safeText(`Bad header: ${spelled} (refused)`, 1_000))).toMatch(
      /^Bad header: (?:\[token\]=* )+\(refused\)$/,
    )
  })

  it.each([
    ['cut off at its end', `Bad header: ${token.slice(0, 30)}…`, 'Bad header: [token]'],
    ['cut off at its start', `…${token.slice(20)} is bad`, '[token] is bad'],
    ['twice', `${token} and ${token}`, '[token] and [token]'],
    ['in an address', `at https://p.example/x/${token}?y=1 now`, 'at https://p.example/x/[token]?y=1 now'],
    ['in a word', `x${token}y is bad`, '[token] is bad'],
    ['broken by a line end', `Bad: ${token.slice(0, 38)} ${token.slice(38)} here`, 'Bad: [token] [token] here'],
    ['in pieces too short for a find', `Bad: ${token.match(/.{1,12}/g)?.join(' ')}`, '[token]'],
    ['in a long text', `${token} ${'x'.repeat(600)}`, `[token] ${'x'.repeat(600)}`],
    ['its public part alone', `The key ${token.slice(0, 16)} is bad`, `The key ${token.slice(0, 16)} is bad`],
    ['another one', `ptlc_${'z'.repeat(43)}`, `ptlc_${'z'.repeat(43)}`],
    ['nothing', 'Survival 日本 🎮 &amp; 100%20 \\u0041', 'Survival 日本 🎮 &amp; 100%20 \\u0041'],
  ])('%s', (_, text, shown) => expect(hide(text)).toBe(shown))

  it.each([
    ['a', 'Survival', 'Survival'],
    ['"', '{"a":"b"}', '{"a":"b"}'],
    ['12|abcdefghij', 'no 12|abcdefghij here', 'no [token] here'],
    ['!"§$%&/()=?', 'no !"§$%&/()=? here', 'no [token] here'],
    ['abc/def"ghi\\jkl+mno', JSON.stringify('abc/def"ghi\\jkl+mno'), '[token]'],
  ])('takes the token %s as it is', (odd, text, shown) => expect(createHideToken(odd)(text)).toBe(shown))

  it('leaves nothing of a token, wherever it stands and however its spellings are mixed', () => {
    const spell = fc.constantFrom<((sign: string) => string)[]>(
      (sign) => sign,
      (sign) => sign.toUpperCase(),
      (sign) => `%${sign.charCodeAt(0).toString(16)}`,
      (sign) => `%25${sign.charCodeAt(0).toString(16)}`,
      (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
      (sign) => `&#${sign.charCodeAt(0)};`,
      (sign) => `${sign} `,
    )
    const mixed = fc.array(spell, { minLength: token.length, maxLength: token.length })
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), mixed, fc.string({ maxLength: 40 }), (before, spells, after) => {
        const spelled = token.split('').map((sign, at) => spells[at]?.(sign) ?? sign)
        const shown = hide(`${before} ${spelled.join('')} ${after}`)
        expect(shown).toContain('[token]')
        expect(shown).not.toContain(spelled.slice(16, 32).join(''))
      }),
      { numRuns: 300 },
    )
  })

  it('never fails, and changes nothing where there is no token', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        expect(hide(text)).toBe(text)
      }),
      { numRuns: sizeOf({ short: 300, long: 1_000 }) },
    )
  })
})

describe('withoutToken', () => {
  it('hides the token wherever it stands, and changes nothing else', () => {
    const list = [{ name: `x${token}`, count: 3, none: null, isOn: true }, 'Survival', ['a', token]]
    expect(withoutToken({ list, [token]: 1, details: new Map([[token, [`of ${token}`]]]) }, hide)).toEqual({
      list: [{ name: '[token]', count: 3, none: null, isOn: true }, 'Survival', ['a', '[token]']],
      '[token]': 1,
      details: new Map([['[token]', ['of [token]']]]),
    })
    expect(holdsHidden(hide(`x${token}`))).toBe(true)
    expect(holdsHidden('Survival')).toBe(false)
  })

  it('finds a token of which the shortest piece is short, in a short text', () => {
    expect(withoutToken(['12|abcdefghij', 'survival'], createHideToken('12|abcdefghij'))).toEqual([
      '[token]',
      'survival',
    ])
  })
})
