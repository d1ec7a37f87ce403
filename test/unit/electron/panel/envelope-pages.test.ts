import { describe, expect, it } from 'vitest'
import { entry, lobby, readListPage } from '../../../fixtures/list-page.ts'

describe('readListPage', () => {
  it.each<[unknown, number]>([
    [{ pagination: { total_pages: 7 } }, 7],
    [{ pagination: { total_pages: '7' } }, 7],
    [{ last_page: 7 }, 7],
    [{ pagination: { total_pages: -1 } }, 1],
    [{ pagination: { total_pages: Number.POSITIVE_INFINITY } }, 1],
    ['meta', 1],
  ])('reads the number of pages from %j', (meta, totalPages) => {
    expect(readListPage({ object: 'list', data: [entry(lobby)], meta })?.totalPages).toBe(totalPages)
  })

  it.each<[unknown]>([
    [{ servers: [lobby], page: 1, pages: 4 }],
    [{ servers: [lobby], page: 1, totalPages: '4' }],
    [{ data: [lobby], meta: { page: 1, pageCount: 4, next: 'x' } }],
    [{ data: [lobby], last_page: 4, next_page_url: 'https://p.example/?page=2' }],
  ])('reads the number of pages from %j', (answer) => {
    expect(readListPage(answer)).toMatchObject({ totalPages: 4, hasNext: false })
  })

  it.each<[unknown, boolean]>([
    [{ next: 'https://p.example/?page=2', results: [lobby] }, true],
    [{ next: null, previous: null, results: [lobby] }, false],
    [{ data: [lobby], next_page_url: 'https://p.example/?page=2' }, true],
    [{ data: [lobby], links: { next: 'https://p.example/?page=2' }, meta: { current_page: 1 } }, true],
    [{ _embedded: { servers: [lobby] }, _links: { next: { href: '/?page=2' } } }, true],
    [{ _embedded: { servers: [lobby] }, _links: { self: { href: '/' }, next: {} } }, false],
    [{ data: [lobby], next_cursor: 'abc' }, true],
    [{ data: [lobby], has_more: true }, true],
    [{ data: [lobby], has_more: false }, false],
    [{ object: 'list', data: [entry(lobby)], meta: { cursor: { current: 1, next: 2 } } }, true],
    [{ data: { servers: { nodes: [lobby], pageInfo: { hasNextPage: true } } } }, true],
    [{ object: 'list', data: [entry(lobby)], meta: { pagination: { total_pages: 1, links: { next: 'x' } } } }, false],
  ])('reads whether there is a next page from %j', (answer, hasNext) => {
    expect(readListPage(answer)).toMatchObject({ servers: { length: 1 }, totalPages: 1, hasNext })
  })

  it.each([
    [{ results: [lobby], count: 7 }],
    [{ data: { servers: [lobby], total_count: '7' } }],
    [{ content: [lobby], totalElements: 7 }],
    [{ data: [lobby], meta: { pagination: { total: 7, count: 1 } } }],
  ])('reads how many there are in all from %j', (answer) => {
    expect(readListPage(answer)?.total).toBe(7)
  })
})
