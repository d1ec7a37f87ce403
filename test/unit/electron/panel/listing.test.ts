import { describe, expect, it } from 'vitest'
import type { ListPage } from '../../../../electron/panel/envelope.ts'
import { createListing } from '../../../../electron/panel/listing.ts'
import { identifier } from '../../../fixtures/state.ts'

const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const id = identifier(String(10_000_000 + from + i))
    return { identifier: id, name: id, condition: null, limits: null, game: null }
  })
const page = (more: Partial<ListPage> = {}): ListPage => ({
  servers: [],
  unusable: 0,
  beyond: 0,
  dialect: 'core',
  isPelican: false,
  totalPages: 1,
  hasNext: false,
  total: null,
  ...more,
})

/** Takes pages until it wants no more; returns how many it took. */
function takeAll(pages: readonly ListPage[]) {
  const listing = createListing()
  let taken = 0
  for (const one of pages) {
    taken += 1
    if (!listing.take(one)) break
  }
  return { taken, count: listing.list().servers.length, leftOut: listing.list().leftOut }
}

describe('a listing', () => {
  it('reads 10,000 servers of however many pages, and counts what is beyond', () => {
    const pages = Array.from({ length: 300 }, (_, i) => page({ servers: some(i * 50, 50), totalPages: 300 }))
    expect(takeAll(pages)).toEqual({ taken: 200, count: 10_000, leftOut: { unusable: 0, beyondBound: 100 } })
    const told = pages.map((one) => ({ ...one, total: 15_000 }))
    expect(takeAll(told).leftOut).toEqual({ unusable: 0, beyondBound: 5_000 })
  })

  it('asks for 1,000 pages at most, and says that there are more', () => {
    const pages = Array.from({ length: 1_100 }, (_, i) => page({ servers: some(i, 1), totalPages: 1_100 }))
    expect(takeAll(pages)).toEqual({ taken: 1_000, count: 1_000, leftOut: { unusable: 0, beyondBound: 100 } })
  })

  it('leaves less room after each page', () => {
    const listing = createListing()
    expect(listing.room()).toBe(10_000)
    listing.take(page({ servers: some(0, 50), totalPages: 3 }))
    expect(listing.room()).toBe(9_950)
  })

  it.each<[string, ListPage[], { taken: number; count: number; leftOut: object }]>([
    [
      'pages of which each tells only of the next',
      [
        page({ servers: some(0, 5), hasNext: true }),
        page({ servers: some(5, 5), hasNext: true }),
        page({ servers: some(10, 2) }),
      ],
      { taken: 3, count: 12, leftOut: { unusable: 0, beyondBound: 0 } },
    ],
    [
      'a next page that is always the same',
      Array.from({ length: 3 }, () => page({ servers: some(0, 5), hasNext: true })),
      { taken: 2, count: 5, leftOut: { unusable: 0, beyondBound: 1 } },
    ],
    [
      'a next page without anything',
      [page({ servers: some(0, 5), hasNext: true }), page({})],
      { taken: 2, count: 5, leftOut: { unusable: 0, beyondBound: 0 } },
    ],
    [
      'a panel that gives its first page to any number',
      Array.from({ length: 9 }, () => page({ servers: some(0, 5), unusable: 0, totalPages: 9 })),
      { taken: 2, count: 5, leftOut: { unusable: 0, beyondBound: 0 } },
    ],
    [
      'a panel that says how many there are, but not how to get them',
      [page({ servers: some(0, 5), unusable: 1, total: 9 })],
      { taken: 1, count: 5, leftOut: { unusable: 1, beyondBound: 3 } },
    ],
    [
      'a panel whose pages are a little short of what it says',
      [page({ servers: some(0, 5), totalPages: 2, total: 9 }), page({ servers: some(5, 3), totalPages: 2, total: 9 })],
      { taken: 2, count: 8, leftOut: { unusable: 0, beyondBound: 1 } },
    ],
    [
      'a page without a usable entry',
      [
        page({ servers: some(0, 5), totalPages: 4 }),
        page({ unusable: 5, totalPages: 4 }),
        page({ servers: some(5, 5) }),
      ],
      { taken: 2, count: 5, leftOut: { unusable: 5, beyondBound: 2 } },
    ],
  ])('reads %s', (_name, pages, read) => {
    expect(takeAll(pages)).toEqual(read)
  })
})
