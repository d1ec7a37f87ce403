import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupBy, parseUrl, withResolvers } from '../../../build/cli/ponyfills.ts'

describe('what stands in for newer parts of JavaScript', () => {
  it('groups as Map.groupBy does', () => {
    const keyOf = (item: number, index: number) => (item + index) % 3
    fc.assert(
      fc.property(fc.array(fc.nat(20)), (items) => {
        expect([...groupBy(new Set(items), keyOf)]).toEqual([...Map.groupBy(new Set(items), keyOf)])
      }),
    )
  })

  it.each([
    ['https://panel.example.com/api', undefined],
    ['/login', 'https://panel.example.com/api'],
    ['/login', undefined],
    ['https://', undefined],
    ['', 'no address'],
  ])('parses as URL.parse does: %j with %j', (url, base) => {
    expect(parseUrl(url, base)?.href).toBe(URL.parse(url, base)?.href)
  })

  it('gives a promise with what settles it', async () => {
    const kept = withResolvers<number>()
    kept.resolve(1)
    const broken = withResolvers<number>()
    broken.reject(new Error('broken'))
    expect(await kept.promise).toBe(1)
    await expect(broken.promise).rejects.toThrow('broken')
  })
})
