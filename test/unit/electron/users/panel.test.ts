import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { listUsers, readKnownPermissions } from '../../../../electron/users/panel.ts'
import { atAnswer } from '../../../fixtures/at-answer.ts'
import { errorOf, unwrap } from '../../../fixtures/client-rig.ts'

const hide = (text: string) => text.replaceAll('secret', '[token]')
const read = (json: unknown) => listUsers(atAnswer(json, { hideToken: hide }))
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
  ])('%s', async (_what, more, expected) => {
    const { entries, leftOut } = unwrap(await read({ data: [told(more)] }))
    expect([entries, leftOut]).toEqual(expected === null ? [[], 1] : [[expected], 0])
  })

  it('is one of so many and no more', async () => {
    const data = Array.from({ length: 1_000 }, () => told())
    expect(unwrap(await read({ object: 'list', data }))).toMatchObject({ leftOut: 800 })
    const mixed = await read({ object: 'list', data: [told(), {}, null] })
    expect(unwrap(mixed)).toEqual({ entries: [mira], leftOut: 2 })
    expect(errorOf(await read({ data: 'x' })).code).toBe('malformed-answer')
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

test('no answer makes any of them fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      for (const answer of [value, { data: [{ attributes: value }] }, { data: [told({ permissions: value })] }]) {
        await read(answer)
        readKnownPermissions(answer)
      }
      readKnownPermissions({ attributes: { permissions: value } })
    }),
  )
})
