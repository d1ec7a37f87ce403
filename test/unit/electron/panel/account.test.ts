import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountOf } from '../../../../electron/panel/account.ts'

const item = (attributes: object, meta?: object) => ({ object: 'x', attributes, meta })

describe('an account', () => {
  const none = { username: null, uuid: null, email: null }
  it.each<[string, object, object]>([
    ['Pterodactyl', { id: 1, username: 'demo', email: 'a@b.example' }, { username: 'demo', email: 'a@b.example' }],
    ['Pelican', { uuid: 'x', username: 'demo', root_admin: false }, { username: 'demo', uuid: 'x' }],
    ['no name', { id: 1 }, {}],
    ['a name with a blank', { username: 'a b' }, {}],
    ['a name of an address', { username: 'a@b:c/' }, {}],
    ['what is no text', { username: 7, email: {} }, {}],
  ])('%s', (_what, attributes, expected) => expect(accountOf(item(attributes))).toEqual({ ...none, ...expected }))

  it('is nothing else', () => expect(accountOf([])).toBeNull())

  it('may be any answer', () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => void accountOf(json)))
  })
})
