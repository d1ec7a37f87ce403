import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPattern } from '../../../../shared/model/linear-pattern.ts'

const rows: readonly (readonly [pattern: string, matches: readonly string[], others: readonly string[]])[] = [
  ['/^[a-zA-Z0-9_]+$/', ['a', 'Az_09'], ['', 'a-b', 'a b']],
  [
    String.raw`/^([\w\d._-]+)(\.jar)$/`,
    ['server.jar', 'a-b_c.1.jar'],
    ['server.zip', '.jar', 'a b.jar', 'server.jarx'],
  ],
  ['/^(true|false)$/', ['true', 'false'], ['tru', 'truefalse', 'TRUE']],
  ['/^(latest|[0-9]+(\\.[0-9]+){1,2})$/', ['latest', '1.20', '1.20.4'], ['1', '1.2.3.4', 'latest1']],
  ['/^a|b$/', ['ax', 'xb'], ['xa', 'bx']],
  ['/abc/', ['xxabcxx'], ['ab', 'acb']],
  ['/^a{2,}$/', ['aa', 'aaaa'], ['a']],
  ['/^a{3}$/', ['aaa'], ['aa', 'aaaa']],
  ['/^(?:a|bc)*$/', ['', 'abca', 'bc'], ['b', 'ac']],
  ['/^x?y+?$/', ['y', 'xyy'], ['x', 'xx']],
  ['/^[^\\s@]+@[^\\s@]+$/', ['a@b'], ['a b@c', '@']],
  ['/^[]a]+$/', [']a]'], ['b']],
  ['/^[a-]+$/', ['a-a'], ['b']],
  ['/^ABC$/i', ['abc', 'AbC'], ['abd']],
  ['/^[a-c]$/i', ['B'], ['D']],
  ['#^/home/.*$#', ['/home/x'], ['home']],
  ['/^\\$\\.\\/$/', ['$./'], ['$x/']],
  ['/^\\S+$/D', ['abc'], ['a b']],
  ['/()*/', ['', 'x'], []],
  ['//', ['', 'x'], []],
]

describe('a pattern that is known', () => {
  it.each(rows.flatMap(([pattern, matches]) => matches.map((text) => [pattern, text] as const)))(
    '%s matches %j',
    (pattern, text) => expect(readPattern(pattern)?.(text)).toBe(true),
  )
  it.each(rows.flatMap(([pattern, , others]) => others.map((text) => [pattern, text] as const)))(
    '%s does not match %j',
    (pattern, text) => expect(readPattern(pattern)?.(text)).toBe(false),
  )

  it('is what JavaScript takes it for', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '\\w', '\\d', '(a*)', '(b+a?)')
    const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '{1,}')
    const sequence = fc.array(fc.tuple(atom, times), { maxLength: 4 }).map((parts) => parts.flat().join(''))
    const body = fc.tuple(fc.boolean(), fc.array(sequence, { minLength: 1, maxLength: 3 }), fc.boolean())
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-'), maxLength: 8 })
    fc.assert(
      fc.property(body, text, ([begins, choices, ends], value) => {
        const source = `${begins ? '^' : ''}${choices.join('|')}${ends ? '$' : ''}`
        expect([source, readPattern(`/${source}/`)?.(value)]).toEqual([source, new RegExp(source).test(value)])
      }),
    )
  })
})

it.each([
  'no delimiters',
  '/unfinished',
  '/a(?=b)/',
  '/a(?!b)/',
  '/(?<name>a)/',
  '/(a)\\1/',
  '/\\bword\\b/',
  '/\\p{L}+/',
  '/a++/',
  '/(a/',
  '/a)/',
  '/[a/',
  '/[[:alpha:]]/',
  '/[z-a]/',
  '/[\\d-z]/',
  '/*/',
  '/a{2,1}/',
  '/a{x}/',
  '/a/x',
  '/(*VERB)a/',
  `/${'('.repeat(100)}${')'.repeat(100)}/`,
  `/${'a'.repeat(600)}/`,
  '/((a{999}){999}){999}/',
])('leaves %s to the panel', (pattern) => {
  expect(readPattern(pattern)).toBeNull()
})

// JavaScript's own engine would need longer than the universe is old for each of them.
it.each(['/^(a+)+$/', '/^(a|a)*$/', '/^(a|aa)+$/', '/^(.*)*x$/', '/(a*)*b/', '/^(a?){50}a{50}$/'])(
  'is done at once with %s',
  (pattern) => {
    const matches = readPattern(pattern)
    expect(matches?.(`${'a'.repeat(400)}!`)).toBe(false)
  },
)

it('takes any text without throwing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 20 }), (body, text) => {
      expect([true, false, undefined]).toContain(readPattern(`/${body}/`)?.(text))
    }),
  )
})
