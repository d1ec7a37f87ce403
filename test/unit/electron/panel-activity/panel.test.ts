import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutToken } from '../../../../electron/panel/token-echo.ts'
import { activityPath, readPanelEvents } from '../../../../electron/panel-activity/panel.ts'

const hide = (text: string) => text.replaceAll('secret', '•')
const entry = (more: object = {}, actor: unknown = { object: 'user', attributes: { username: 'robin' } }) => ({
  object: 'activity_log',
  attributes: {
    id: 'a94a8fe5',
    event: 'server:power.restart',
    is_api: false,
    ip: null,
    description: null,
    properties: {},
    timestamp: '2026-01-15T04:00:00+01:00',
    relationships: { actor },
    ...more,
  },
})
const page = (data: readonly unknown[], meta: unknown = {}) => {
  const read = readPanelEvents({ object: 'list', data, meta })
  return read && withoutToken(read, hide)
}
const one = (more: object, actor?: unknown) => page([entry(more, actor)])?.events[0]
const told = (properties: unknown) => Object.fromEntries(one({ properties })?.properties ?? [])

describe('an entry of a list of activity', () => {
  it('is read', () => {
    expect(one({})).toEqual({
      id: 'a94a8fe5',
      event: 'server:power.restart',
      at: Date.UTC(2026, 0, 15, 3),
      actor: { kind: 'account', name: 'robin', isKey: false },
      ip: null,
      description: '',
      properties: new Map(),
    })
  })

  it.each<[string, unknown, object]>([
    ['none on Pterodactyl', {}, {}],
    ['none on Pelican', [], {}],
    ['a text', { name: 'nightly' }, { name: ['nightly'] }],
    ['a switch and a number', { locked: true, count: 3 }, { locked: ['true'], count: ['3'] }],
    ['a list', { files: ['a.yml', 'b.yml'], count: 2 }, { files: ['a.yml', 'b.yml'], count: ['2'] }],
    ['renamed files', { files: [{ from: 'a', to: 'b' }] }, { files: ['a → b'] }],
    [
      'the first of a list, as on Pelican',
      { files: { from: 'a', to: 'b' }, count: 5 },
      { files: ['a → b'], count: ['5'] },
    ],
    ['what says nothing', { a: null, b: {}, c: [null, []], d: [[['deep']]] }, {}],
    ['the token', { file: 'the secret' }, { file: ['the •'] }],
    ['a hostile text', { file: 'a\u202eb\u0000\nc' }, { file: ['ab c'] }],
  ])('has properties: %s', (_what, properties, expected) => expect(told(properties)).toEqual(expected))

  it('has bounds on what is read of properties', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`p${n}`, Array(500).fill('x'.repeat(9_999))]),
    )
    const read = one({ properties: many })?.properties ?? new Map<string, string[]>()
    expect(read.size).toBe(30)
    expect([...read.values()].every((values) => values.length === 100)).toBe(true)
    expect(Math.max(...[...read.values()].flat().map((text) => text.length))).toBe(300)
  })

  it.each<[string, object, unknown, object]>([
    ['an API key', { is_api: true }, undefined, { kind: 'account', name: 'robin', isKey: true }],
    ['the system', {}, { object: 'null_resource', attributes: null }, { kind: 'nobody' }],
    ['nothing', {}, null, { kind: 'nobody' }],
    [
      'only an address',
      {},
      { attributes: { username: '', email: 'r@x.example' } },
      { kind: 'account', name: 'r@x.example', isKey: false },
    ],
    ['a name that is none', {}, { attributes: { username: 5 } }, { kind: 'nobody' }],
    ['a name with the token', {}, { attributes: { username: 'secret' } }, { kind: 'account', name: '•', isKey: false }],
  ])('names who did it: %s', (_what, more, actor, expected) => {
    expect(one(more, actor === undefined ? { attributes: { username: 'robin' } } : actor)?.actor).toEqual(expected)
  })

  it.each<[string, object]>([
    ['no id', { id: null }],
    ['no event', { event: null }],
    ['an event that is no name', { event: 'a b' }],
    ['no time', { timestamp: 'yesterday' }],
  ])('is left out and counted: %s', (_what, more) => {
    expect(page([entry(more), entry()])).toMatchObject({ events: [{ id: 'a94a8fe5' }], leftOut: 1 })
  })

  it('is one of a hundred at most, and any answer is read or refused', () => {
    expect(page(Array(300).fill(entry()))).toMatchObject({ leftOut: 200 })
    expect(page([], { pagination: { total_pages: 7 } })?.totalPages).toBe(7)
    expect(readPanelEvents({ data: 5 })).toBeNull()
    fc.assert(fc.property(fc.jsonValue(), (json) => void readPanelEvents(json)))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (properties, actor) => void page([entry({ properties }, actor)])),
    )
  })
})

describe('what is asked for', () => {
  it('has an order, so that pages fit together, and a filter with its signs escaped', () => {
    expect(activityPath({ page: 2, perPage: 50, filter: null })).toBe(
      '/activity?sort=-timestamp&include=actor&page=2&per_page=50',
    )
    expect(activityPath({ page: 1, perPage: 5, filter: 'a,b&c' })).toMatch(/&filter%5Bevent%5D=a%2Cb%26c$/)
  })
})
