import type { Dialect } from '../http/dialect.ts'
import { item } from '../http/envelope.ts'
import { json } from '../http/reply.ts'
import { account } from '../panel/account.ts'
import type { Operation } from './operation.ts'
import { allPermissions } from './rights.ts'

/** The account, for any key of it (the panel's API, part 2, *Account*). Its keys are made on the panel's pages alone. */
export function accountRows(dialect: Dialect): readonly Operation[] {
  const { uuid, username, email } = account
  const own =
    dialect === 'pelican'
      ? { uuid, admin: false, root_admin: false, '2fa_enabled': true }
      : { id: 1, admin: false, first_name: 'Demo', last_name: 'Account' }
  const profile = json(item('user', { ...own, username, email, language: 'en' }))
  // Which permissions the panel knows; each kind of panel in its own shape.
  const names = allPermissions(dialect)
  const known = json(item('system_permissions', { permissions: dialect === 'pelican' ? names : grouped(names) }))
  return [
    { scope: 'account', method: 'GET', path: '/account', handle: () => profile },
    { scope: 'account', method: 'GET', path: '/permissions', handle: () => known },
  ]
}

/** `{ control: { description, keys: { start: text } } }`. */
function grouped(names: readonly string[]) {
  const areas = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? '')
  return Object.fromEntries(
    [...areas].map(([area, its]) => {
      const keys = its.map((name) => [name.slice(area.length + 1), ''])
      return [area, { description: '', keys: Object.fromEntries(keys) }]
    }),
  )
}
