import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRestoreEntries } from '../../../../electron/backups/panel.ts'

const entry = (more: object = {}) => ({
  object: 'activity_log',
  attributes: {
    id: 'a94a8fe5',
    event: 'server.backup.restore-failed',
    properties: { name: 'nightly' },
    timestamp: '2026-01-15T04:00:00+01:00',
    ...more,
  },
})
const read = (...data: unknown[]) => readRestoreEntries({ object: 'list', data })
const at = Date.UTC(2026, 0, 15, 3)

describe('the activity of restores', () => {
  it.each<[string, object, object]>([
    ['a failure', {}, { event: 'server.backup.restore-failed', at, name: 'nightly' }],
    ['no properties on Pterodactyl', { properties: {} }, { name: null }],
    ['no properties on Pelican', { properties: [] }, { name: null }],
    ['no properties at all', { properties: null }, { name: null }],
    ['a name that is none', { properties: { name: 5 } }, { name: null }],
    ['a hostile name', { properties: { name: 'a\u202eb\u0007 c' } }, { name: 'ab c' }],
    ['another zone', { timestamp: '2026-01-15T03:00:00Z' }, { at }],
  ])('is read: %s', (_what, more, expected) => expect(read(entry(more))).toMatchObject([expected]))

  it.each<[string, unknown]>([
    ['no id', entry({ id: null })],
    ['a number for an id', entry({ id: 5 })],
    ['a long id', entry({ id: 'a'.repeat(201) })],
    ['an empty id', entry({ id: '' })],
    ['no event', entry({ event: undefined })],
    ['a long event', entry({ event: 'a'.repeat(101) })],
    ['no time', entry({ timestamp: null })],
    ['a time without its zone', entry({ timestamp: '2026-01-15T04:00:00' })],
    ['no attributes', { object: 'activity_log' }],
    ['nothing', null],
  ])('leaves out an entry with %s', (_what, bad) => expect(read(bad, entry())).toHaveLength(1))

  it.each([null, [], {}, { data: {} }, 'text'])('is nothing in %j', (answer) => {
    expect(readRestoreEntries(answer)).toBeNull()
  })

  it('reads any answer without a throw', () => {
    fc.assert(fc.property(fc.array(fc.anything()), (data) => void readRestoreEntries({ data })))
  })
})
