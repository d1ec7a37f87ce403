import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TokenDoubt, tokenDoubt } from '../../../../shared/keys/token.ts'

const whole = (prefix: string) => prefix + 'x'.repeat(48 - prefix.length)

describe('tokenDoubt', () => {
  it.each<[string, TokenDoubt | null]>([
    [whole('ptlc_'), null],
    [whole('pacc_'), null],
    [`  ${whole('ptlc_')}\r\n`, null],
    [`${whole('ptlc_')}y`, null],
    ['0123456789abcdef', null],
    ['ptlc-short', null],
    [whole('ptlc_').slice(1), null],
    [whole('ptlc_').slice(0, -1), 'too-short'],
    [whole('pacc_').slice(0, -1), 'too-short'],
    ['ptlc_', 'too-short'],
    [whole('ptla_'), 'application-key'],
    ['papp_1', 'application-key'],
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['ptlc_01\n23', 'line-break'],
    ['ptlc_01\r\n23', 'line-break'],
    ['ptlc_01\u202823', 'line-break'],
    ['ptlc_01 \n23', 'line-break'],
    ['ptlc_01 23', 'inner-space'],
    ['ptlc_01\t23', 'inner-space'],
    ['ptlc_01\u00a023', 'inner-space'],
    ['Bearer ptlc_0123', 'inner-space'],
    ['ptlc_01\u200b23', 'strange-character'],
    ['ptlc_01…23', 'strange-character'],
    ['ptlc_01\u000023', 'strange-character'],
    ['пароль', 'strange-character'],
  ])('%j: %s', (typed, doubt) => expect(tokenDoubt(typed)).toBe(doubt))

  it('has none about what can stand in a header, whatever white space stands around it', () => {
    const characters = fc.constantFrom(...'ABCxyz0189-._~+/=')
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1 }), fc.constantFrom('', ' ', '\n\t'), (token, space) => {
        expect(tokenDoubt(space + token + space)).toBeNull()
      }),
    )
  })
})
