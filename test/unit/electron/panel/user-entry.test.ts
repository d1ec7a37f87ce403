import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readKnownPermissions, readUser, readUsers } from '../../../../electron/panel/user-entry.ts'

const hide = (text: string) => text.replaceAll('secret', '[token]')
const id = '3b1f0a52-7c6e-4d0e-9a4b-5e2f8d7c1a01'
const told = (more: object = {}) => ({
  object: 'server_subuser',
  attributes: {
    uuid: id,
    username: 'mira',
    email: 'mira@example.com',
    image: null,
    '2fa_enabled': true,
    created_at: '2026-01-01T00:00:00+00:00',
    permissions: ['control.start', 'websocket.connect', 'control.start'],
    ...more,
  },
})
const mira = {
  id,
  email: 'mira@example.com',
  hasTwoFactor: true,
  createdAt: Date.UTC(2026, 0, 1),
  permissions: ['control.start'],
}

describe('a user', () => {
  test.each<[string, object, object | null]>([
    ['as panels tell it', {}, mira],
    ['without a word of a second factor', { '2fa_enabled': undefined }, { ...mira, hasTwoFactor: null }],
    ['without an e-mail', { email: null }, { ...mira, email: 'mira' }],
    ['with an e-mail that reads backwards', { email: 'mira@\u202eexample.com' }, mira],
    ['with a token in it', { email: 'secret@example.com' }, { ...mira, email: '[token]@example.com' }],
    ['without a time', { created_at: 'soon' }, { ...mira, createdAt: null }],
    ['without an id', { uuid: undefined }, null],
    ['with an id that is a path', { uuid: '../../account' }, null],
    // A change would take away what cannot be read.
    ['with no list of permissions', { permissions: { a: 'control.start' } }, null],
    ['with a permission that is none', { permissions: ['control.start', 7] }, null],
    ['with a permission that nobody can name', { permissions: ['control.start', 'a b'] }, null],
    ['with too many of them', { permissions: Array.from({ length: 300 }, (_, n) => `p.${n}`) }, null],
  ])('%s', (_what, more, expected) => {
    expect(readUser(told(more), hide)).toEqual(expected)
  })

  it('is one of so many and no more', () => {
    const data = Array.from({ length: 1_000 }, () => told())
    expect(readUsers({ object: 'list', data }, hide)).toMatchObject({ leftOut: 800 })
    expect(readUsers({ object: 'list', data: [told(), {}, null] }, hide)).toMatchObject({ users: [mira], leftOut: 2 })
    expect(readUsers({ data: 'x' }, hide)).toBeNull()
  })
})

test.each<[string, unknown, string[] | null]>([
  [
    'in groups',
    { control: { description: '', keys: { start: 'x', stop: 'x' } }, x: null },
    ['control.start', 'control.stop'],
  ],
  ['in a list', ['control.start', 'mount.read', 7, 'a b'], ['control.start', 'mount.read']],
  ['nowhere', undefined, null],
  ['as a text', 'control.start', null],
  ['in no groups', {}, null],
])('the permissions that a panel knows, told %s', (_what, permissions, expected) => {
  expect(readKnownPermissions({ object: 'system_permissions', attributes: { permissions } })).toEqual(expected)
})

test('no answer makes any of them fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const answer of [
        value,
        { attributes: value },
        { data: [{ attributes: value }] },
        told({ permissions: value }),
      ]) {
        readUser(answer, hide)
        readUsers(answer, hide)
        readKnownPermissions(answer)
      }
    }),
  )
})
