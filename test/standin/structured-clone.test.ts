import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCloneCodec } from './structured-clone.ts'

const { encode, decode } = createCloneCodec()
const through = (value: unknown): unknown => decode(encode(value))

class Server {
  name = 'Survival'
  get upper() {
    return this.name.toUpperCase()
  }
}

describe('structured clone as text', () => {
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['true', true],
    ['text', 'a"\u2028\ud83d\ude00\\'],
    ['a lone surrogate', '\ud800'],
    ['a number', 1.5],
    ['NaN', Number.NaN],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['minus zero', -0],
    ['a big integer', 2n ** 70n],
    ['a date', new Date(1_700_000_000_000)],
    ['an invalid date', new Date(Number.NaN)],
    ['a regular expression', /a"b/giu],
    ['a map', new Map<unknown, unknown>([[{ key: 1 }, new Set([1, undefined])]])],
    ['a set', new Set([Number.NaN, 'a'])],
    ['an array buffer', new Uint8Array([0, 255, 7]).buffer],
    ['a typed array', new Float64Array([1.5, Number.NaN])],
    ['a part of a buffer', new Uint16Array(new Uint8Array([1, 2, 3, 4]).buffer, 2, 1)],
    ['big integers', new BigInt64Array([-1n])],
    ['a data view', new DataView(new Uint8Array([1, 2, 3]).buffer, 1, 2)],
    // biome-ignore lint/suspicious/noSparseArray: holes are what this is about.
    ['an array with holes', [1, , 3]],
    ['an empty object', {}],
    ['undefined in fields', { a: undefined, b: [undefined] }],
    ['a field named __proto__', JSON.parse('{"__proto__": {"polluted": true}}')],
  ])('keeps %s', (_name, value) => {
    expect(through(value)).toStrictEqual(value)
  })

  it('keeps errors with their kind, message, stack and cause', () => {
    const error = new RangeError('too far', { cause: { code: 7 } })
    const copy = through(error)
    expect(copy).toBeInstanceOf(RangeError)
    expect(copy).toMatchObject({ message: 'too far', stack: error.stack, cause: { code: 7 } })
  })

  it('keeps boxed values boxed', () => {
    expect(through(Object(1))).toStrictEqual(Object(1))
    expect(through(Object('a'))).toStrictEqual(Object('a'))
  })

  it('keeps one object one, and cycles', () => {
    const shared = { name: 'shared' }
    const value: { list: unknown[]; self?: unknown; map: Map<string, unknown> } = {
      list: [shared, shared],
      map: new Map(),
    }
    value.self = value
    value.map.set('again', shared)
    const copy = through(value) as typeof value
    expect(copy.self).toBe(copy)
    expect(copy.list[0]).toBe(copy.list[1])
    expect(copy.map.get('again')).toBe(copy.list[0])
  })

  it('keeps one buffer behind two views', () => {
    const buffer = new ArrayBuffer(4)
    const [bytes, words] = through([new Uint8Array(buffer), new Uint16Array(buffer)]) as [Uint8Array, Uint16Array]
    bytes[0] = 9
    expect(words[0]).toBe(9)
  })

  it('makes class instances plain, without getters', () => {
    const copy = through(new Server())
    expect(copy).toStrictEqual({ name: 'Survival' })
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  it.each<[string, unknown]>([
    ['a function', () => 1],
    ['a function deep inside', { list: [new Map([['a', () => 1]])] }],
    ['a symbol', Symbol('no')],
    ['a promise', Promise.resolve()],
    ['a weak map', new WeakMap()],
    ['a blob', new Blob(['a'])],
    ['shared memory', new SharedArrayBuffer(1)],
  ])("refuses %s in Electron's words", (_name, value) => {
    expect(() => encode(value)).toThrow('An object could not be cloned.')
  })

  it('agrees with the platform on anything', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
    })
    fc.assert(
      fc.property(anything, (value) => {
        expect(through(value)).toStrictEqual(structuredClone(value))
      }),
      { numRuns: 500 },
    )
  })
})
