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
  it('keeps one object one, and cycles', () => {
    const shared = { name: 'shared' }
    const value: { list: unknown[]; self?: unknown } = { list: [shared, shared] }
    value.self = value
    const copy = through(value) as typeof value
    expect(copy.self).toBe(copy)
    expect(copy.list[0]).toBe(copy.list[1])
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
  ])("refuses %s in Electron's words", (_name, value) => {
    expect(() => encode(value)).toThrow('An object could not be cloned.')
  })

  it.each([[2n], [new Date(0)], [/a/], [new Map()], [new Set()], [new Uint8Array(1)], [new Error('no')], [Object(1)]])(
    'refuses %s, which the app does not send',
    (value) => {
      expect(() => encode({ deep: [value] })).toThrow('the stand-in does not implement sending a ')
    },
  )

  it('agrees with the platform on anything else', () => {
    fc.assert(
      fc.property(fc.anything({ withSparseArray: true }), (value) => {
        expect(through(value)).toStrictEqual(structuredClone(value))
      }),
      { numRuns: 500 },
    )
  })
})
