import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, onOffOf, readRules } from '../../../shared/startup/variable-rules.ts'

const empty = 'It can’t be empty.'
const choose = 'Choose one of the values.'

describe('a value', () => {
  it.each<[rules: string, value: string, wrong: string | null]>([
    ['required|string|max:5', 'abcde', null],
    ['required|string|max:5', 'abcdef', 'At most 5 characters.'],
    ['required|string|max:1', 'ab', 'At most 1 character.'],
    ['required|string|max:2', '😀😀', null],
    ['required|string', '', empty],
    ['nullable|string|max:5', '', null],
    // Panels take an empty value for none at all, which these refuse unless `nullable` is among them.
    ['string|max:20', '', empty],
    ['integer', '', empty],
    ['in:a,b', '', empty],
    ['alpha_dash', ' ', empty],
    ['nullable|integer', '', null],
    ['in:,a', '', null],
    ['max:20', '', null],
    ['min:3', '', null],
    ['Nullable|string', '', null],
    ['sometimes|String', '', empty],
    ['decimal:0,2|min:10', '50', null],
    ['decimal:0,2', 'a', 'A number.'],
    ['Integer|min:10', '50', null],
    // What it measures may stand behind the pattern.
    ['min:10|regex:/^\\d+$/|integer', '50', null],
    // It may be nullable behind the pattern, and with a bare bar nobody but the panel can tell.
    ['string|regex:/^(a|b)$/|nullable', '', null],
    ['', 'anything', null],
    ['min:3', 'ab', 'At least 3 characters.'],
    ['string|between:3,5', 'ab', 'From 3 to 5 characters.'],
    ['required|numeric', '1.5', null],
    ['required|numeric', '-.5e3', null],
    ['required|numeric', '1,5', 'A number.'],
    ['required|numeric|min:10', '9.5', 'At least 10.'],
    ['required|integer', '-12', null],
    ['required|integer', '1.5', 'A whole number.'],
    ['required|integer', '007', 'A whole number.'],
    ['required|int|between:1024,65535', '80', 'From 1024 to 65535.'],
    ['required|bool', '0', null],
    ['required|boolean', 'true', 'On or off: 1 or 0.'],
    ['required|in:a,b', 'c', choose],
    ['required|in:"a,b","say ""hi"""', 'a,b', null],
    ['required|in:"a,b","say ""hi"""', 'say "hi"', null],
    // Laravel up to 12 compares what looks like numbers by value, later ones do not: the panel judges it.
    ['required|in:0,1', '1.0', null],
    ['required|in:0,1', '00', null],
    ['required|in:a,b', 'A', choose],
    ['alpha', 'a1', 'Letters only.'],
    ['alpha_num', 'a-1', 'Letters and digits only.'],
    ['alpha_dash', 'a-1_', null],
    ['alpha_dash', 'a b', 'Letters, digits, “-” and “_” only.'],
    ['alpha_dash', 'ä-1', null],
    ['alpha:ascii', '1', 'Letters only.'],
    // What only the panel judges, and what stands behind a pattern, whose bars end no rule.
    ['url|ip|date|size:4|digits:4|starts_with:a|exists:users,id', 'whatever', null],
    ['required|regex:/^a$/', '', empty],
    ['required|max:1|regex:/^(a|b)$/', 'ab', 'At most 1 character.'],
    ['regex:/^a|integer|boolean$/', 'a', null],
    ['not_regex:/^a$|max:1|/', 'abc', null],
    ['max:many|between:1|min', 'x', null],
    ['required|boolean|max:0', '1', null],
    ['required|string|max:5', ' abcde ', null],
  ])('under %s: %j', (rules, value, wrong) => {
    expect(judge(readRules(rules), value)).toBe(wrong)
  })

  it('is judged under any rules without throwing', () => {
    const rule = fc.constantFrom(
      'required',
      'in:',
      'max:',
      'min:-1',
      'between:1,2',
      'regex:/(/',
      'regex:',
      'size:',
      ':',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(rule, fc.string())), fc.string(), (rules, value) => {
        const wrong = judge(readRules(rules.join('|')), value)
        expect(wrong === null || wrong.endsWith('.')).toBe(true)
      }),
    )
  })
})

it.each([
  ['required|boolean', { on: '1', off: '0' }],
  ['required|in:0,1', { on: '1', off: '0' }],
  ['required|string|in:true,false', { on: 'true', off: 'false' }],
  ['in:No,Yes', { on: 'Yes', off: 'No' }],
  ['in:0,1,2', null],
  ['in:1', null],
  ['in:true,no', null],
  ['required|string', null],
])('%s is a switch: %j', (rules, onOff) => {
  expect(onOffOf(readRules(rules))).toEqual(onOff)
})
