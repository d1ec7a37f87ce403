import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, onOffOf, readRules, splitRules } from '../../../../shared/model/variable-rules.ts'

describe('a text of rules', () => {
  it.each<[string, string[]]>([
    ['required|string|max:20', ['required', 'string', 'max:20']],
    ['required|regex:/^(a|b)$/|max:20', ['required', 'regex:/^(a|b)$/', 'max:20']],
    ['regex:/^(a|b\\/|c)$/i', ['regex:/^(a|b\\/|c)$/i']],
    ['regex:#a|b#|nullable', ['regex:#a|b#', 'nullable']],
    ['regex:/[/|]x/|max:3', ['regex:/[/', ']x/', 'max:3']],
    ['regex:/a|b', ['regex:/a', 'b']],
    ['|required||string|', ['required', 'string']],
    ['', []],
  ])('%s', (text, rules) => {
    expect(splitRules(text)).toEqual(rules)
  })

  it('is read so far and no further', () => {
    expect(splitRules('a|'.repeat(10_000))).toHaveLength(50)
  })
})

const empty = 'It can’t be empty.'
const pattern = 'It doesn’t fit the pattern of this variable.'
const choose = 'Choose one of the values.'

describe('a value', () => {
  it.each<[rules: string, value: string, wrong: string | null]>([
    ['required|string|max:5', 'abcde', null],
    ['required|string|max:5', 'abcdef', 'At most 5 characters.'],
    ['required|string|max:1', 'ab', 'At most 1 character.'],
    ['required|string|max:2', '😀😀', null],
    ['required|string', '', empty],
    ['required|string', '  ', empty],
    ['required', 'x', null],
    ['nullable|string|max:5', '', null],
    ['nullable|integer', '', null],
    ['integer', '', empty],
    ['string', '', null],
    ['', 'anything', null],
    ['min:3', 'ab', 'At least 3 characters.'],
    ['string|between:3,5', 'ab', 'From 3 to 5 characters.'],
    ['string|min:3|max:5', 'abcdef', 'From 3 to 5 characters.'],
    ['string|size:4', 'abc', 'Exactly 4 characters.'],
    ['string|size:4', 'abcd', null],
    ['required|numeric', '1.5', null],
    ['required|numeric', '-.5e3', null],
    ['required|numeric', '1,5', 'A number.'],
    ['required|numeric|min:10', '9.5', 'At least 10.'],
    ['required|integer', '12', null],
    ['required|integer', '-12', null],
    ['required|integer', '1.5', 'A whole number.'],
    ['required|integer', '007', 'A whole number.'],
    ['required|int|between:1024,65535', '80', 'From 1024 to 65535.'],
    ['required|integer|max:100', '101', 'At most 100.'],
    ['integer|size:7', '8', 'Exactly 7.'],
    ['required|boolean', '1', null],
    ['required|bool', '0', null],
    ['required|boolean', 'true', 'On or off: 1 or 0.'],
    ['required|in:a,b', 'a', null],
    ['required|in:a,b', 'c', choose],
    ['required|in:"a,b","say ""hi"""', 'a,b', null],
    ['required|in:"a,b","say ""hi"""', 'say "hi"', null],
    ['in:a,b', '', empty],
    ['nullable|in:a,b', '', null],
    ['required|digits:4', '1234', null],
    ['required|digits:4', '12a4', 'Exactly 4 digits.'],
    ['digits_between:2,3', '1', 'From 2 to 3 digits.'],
    ['alpha', 'a1', 'Letters only.'],
    ['alpha_num', 'a-1', 'Letters and digits only.'],
    ['alpha_dash', 'a-1_', null],
    ['alpha_dash', 'a b', 'Letters, digits, “-” and “_” only.'],
    ['alpha', 'äöü', null],
    ['regex:/^(a|b)+$/', 'abab', null],
    ['regex:/^(a|b)+$/', 'abc', pattern],
    ['regex:/^[a-z]+$/', 'ä', null],
    ['regex:/^a$/', 'a'.repeat(600), null],
    ['regex:/^(?=a)$/', 'zzz', null],
    ['not_regex:/^a$/', 'a', null],
    ['url|ip|date|starts_with:a|exists:users,id', 'whatever', null],
    ['max:many|between:1|min', 'x', null],
    ['REQUIRED|Integer', 'x', 'A whole number.'],
    ['sometimes|string', 'x', null],
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

it('names the rules that only the panel can judge', () => {
  expect(readRules('required|url|max:x|regex:/(?=a)/|max:3').unknown).toEqual(['url', 'max', 'regex'])
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
