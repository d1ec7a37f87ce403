import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachPart, type JsonPart } from '../../../../electron/panel/json-parts.ts'
import { doNow } from '../../../fixtures/do-now.ts'

function partsOf(text: string, start = 0) {
  const parts: JsonPart[] = []
  const { value: end, steps } = doNow(eachPart(text, start, (part) => void parts.push(part)))
  return { end, steps, parts: parts.map((part) => [part.key, text.slice(part.start, part.end)] as const) }
}

describe('eachPart', () => {
  it.each<[string, [string | null, string][]]>([
    ['[]', []],
    ['{ }', []],
    [
      '[1 , "a]b" ,[2,[3]],{"x":"}"} ]',
      [
        [null, '1'],
        [null, '"a]b"'],
        [null, '[2,[3]]'],
        [null, '{"x":"}"}'],
      ],
    ],
    [
      '{"a":1,"b" : "\\"}" , "\\u0063":null}',
      [
        ['a', '1'],
        ['b', '"\\"}"'],
        ['c', 'null'],
      ],
    ],
    ['{"":-1.5e+3}', [['', '-1.5e+3']]],
    [`{"${'x'.repeat(300)}":1}`, [[null, '1']]],
    ['["\\\\"]', [[null, '"\\\\"']]],
  ])('finds the parts of %s', (text, parts) => {
    expect(partsOf(text)).toMatchObject({ end: text.length, parts })
  })

  it.each(['[', '[1', '[1,', '[1 2]', '[,]', '{"a"}', '{"a":}', '{a:1}', '["a]', '["a\\"]', '[1}', '[undefined]'])(
    'ends without an end in %s',
    (text) => {
      expect(partsOf(text).end).toBe(-1)
    },
  )

  it.each<[string, (length: number) => string, number]>([
    ['blanks', (length) => `[${' '.repeat(length)}1]`, 65_536],
    ['a number', (length) => `[${'1'.repeat(length)}]`, 1_001],
  ])('passes over %s up to a bound', (_, textOf, bound) => {
    expect(partsOf(textOf(bound)).parts).toHaveLength(1)
    expect(partsOf(textOf(bound + 1)).end).toBe(-1)
  })

  it('goes no deeper than any panel does', () => {
    const nested = (depth: number) => `[${'['.repeat(depth)}${']'.repeat(depth)}]`
    expect(partsOf(nested(64)).end).toBe(130)
    expect(partsOf(nested(65)).end).toBe(-1)
  })

  it('takes no more parts than any answer has', () => {
    let count = 0
    const steps = eachPart(`[${'0,'.repeat(1_000_000)}0]`, 0, () => {
      count += 1
    })
    expect(doNow(steps).value).toBe(-1)
    expect(count).toBe(1_000_000)
  })

  it('passes over a long part in many steps', () => {
    expect(partsOf(`[${'['.repeat(60)}${'0,'.repeat(500_000)}0${']'.repeat(60)}]`).steps).toBeGreaterThanOrEqual(15)
    expect(partsOf(`["${'\\"'.repeat(500_000)}"]`).steps).toBeGreaterThanOrEqual(15)
  })

  it('finds in any JSON what a parser finds', () => {
    const container = fc.oneof(
      fc.array(fc.jsonValue({ maxDepth: 4 })),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
    )
    fc.assert(
      fc.property(container, fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        const { end, parts } = partsOf(text)
        expect(end).toBe(text.length)
        const read = parts.map(([key, part]) => [key, JSON.parse(part)])
        const keys = Array.isArray(value) ? value.map(() => null) : Object.keys(value)
        expect(read).toEqual(Object.values(JSON.parse(text)).map((part, i) => [keys[i], part]))
      }),
    )
  })
})
