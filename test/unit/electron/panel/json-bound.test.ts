import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJsonBound } from '../../../../electron/panel/json-bound.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const fieldsOf = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`

/** The lowest bound that a text keeps to. */
function valuesOf(text: string, pieceLength = text.length): number {
  for (let most = 0; ; most += 1) if (isWithin(text, most, pieceLength)) return most
}

function isWithin(text: string, maxValues: number, pieceLength = text.length): boolean {
  const take = createJsonBound(maxValues)
  for (let at = 0; at < text.length; at += pieceLength) if (!take(text.slice(at, at + pieceLength))) return false
  return true
}

describe('createJsonBound', () => {
  it.each<[string, number]>([
    ['', 0],
    ['7', 0],
    ['[]', 1],
    ['[1,2,3]', 3],
    ['{"a":1,"b":[2,3]}', 4],
    ['{"a":1,"a":1,"a":1}', 3],
    ['"a,b[{"', 0],
    [String.raw`["\"[,{\\",1]`, 2],
    [String.raw`{"a\",[":"\\\"{,","b":[]}`, 3],
    ['  \n[1,2]', 2],
    ['\n <html>[,,,{{{', 0],
    // What is cut off counts as far as it goes.
    ['[1,[2,"a,', 4],
    [']]][1,2]', 2],
  ])('counts in %j %i values', (text, values) => {
    expect(valuesOf(text)).toBe(values)
    if (text !== '') expect(valuesOf(text, 1)).toBe(values)
  })

  it('goes no deeper than any panel does', () => {
    expect(isWithin(nested(64), 1_000)).toBe(true)
    expect(isWithin(nested(65), 1_000)).toBe(false)
    expect(isWithin('{"a":'.repeat(65), 1_000)).toBe(false)
    expect(isWithin(`[${Array.from({ length: 500 }, () => nested(63)).join()}]`, 100_000)).toBe(true)
    expect(isWithin(`["${'['.repeat(500)}"]`, 1_000)).toBe(true)
  })

  // Fields are told apart by a number of 32 bits, which some two of 12,000 share now and then: a bound may count a few
  // too few, never too many. So what is beyond one is so by more than that.
  it('takes no object with more fields than any has, and any number of objects with the same ones', () => {
    expect(isWithin(fieldsOf(12_000), 100_000)).toBe(true)
    expect(isWithin(fieldsOf(12_020), 100_000)).toBe(false)
    expect(isWithin(`[${fieldsOf(6_000)},${fieldsOf(6_000)},${fieldsOf(6_000)}]`, 100_000)).toBe(true)
    expect(isWithin(`{"a":${fieldsOf(6_000)},${fieldsOf(6_020).slice(1)}`, 100_000)).toBe(false)
    expect(isWithin(`["${':'.repeat(20_000)}"]`, 100_000)).toBe(true)
  })

  it('takes no objects that go on in more ways than any do', () => {
    const objects = (count: number, before = '') =>
      `[${Array.from({ length: count }, (_, i) => `{${before}"k${i}":0}`).join()}]`
    expect(isWithin(objects(1_000), 100_000)).toBe(true)
    expect(isWithin(objects(1_010), 100_000)).toBe(false)
    expect(isWithin(objects(1_010, '"a":0,"b":0,'), 100_000)).toBe(false)
    // Servers, each under its identifier.
    expect(isWithin(`{"servers":${fieldsOf(10_000).replaceAll(':0', ':{"name":"x","limits":{}}')}}`, 100_000)).toBe(
      true,
    )
  })

  it('counts in any JSON the same, whatever stands in its texts and however it arrives', () => {
    const count = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0
      const parts = Object.values(value)
      return parts.reduce((sum: number, part) => sum + count(part), Math.max(1, parts.length))
    }
    const text = fc.constantFrom('[', '{,', '"', '\\', '\\"', 'a:b')
    const key = fc.oneof(text, fc.string())
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.oneof(text, fc.jsonValue({ maxDepth: 2 })),
        fc.array(tie('tree'), { maxLength: 5 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.integer({ min: 1, max: 9 }), (value, pieceLength) => {
        expect(valuesOf(JSON.stringify(value), pieceLength)).toBe(count(value))
      }),
    )
  })
})
