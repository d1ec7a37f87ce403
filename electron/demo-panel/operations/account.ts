import type { Dialect } from '../http/dialect.ts'
import { item } from '../http/envelope.ts'
import { json } from '../http/reply.ts'
import { account } from '../panel/account.ts'
import type { Operation } from './operation.ts'
import { allPermissions } from './panel-permissions.ts'

/** What a key's account is, and which permissions the panel knows; each kind of panel in its own shape. */
export function accountOperations(dialect: Dialect): readonly Operation[] {
  const { uuid, username, email } = account
  const user =
    dialect === 'pelican'
      ? { uuid, username, email, language: 'en', admin: false, root_admin: false, '2fa_enabled': true }
      : { id: 1, admin: false, username, email, first_name: 'Demo', last_name: 'Account', language: 'en' }
  const names = allPermissions(dialect)
  const permissions = dialect === 'pelican' ? names : grouped(names)
  return [
    { scope: 'account', method: 'GET', path: '/account', handle: () => json(item('user', user)) },
    {
      scope: 'account',
      method: 'GET',
      path: '/permissions',
      handle: () => json(item('system_permissions', { permissions })),
    },
  ]
}

/** `{ control: { description, keys: { start: text } } }`. */
function grouped(names: readonly string[]) {
  const areas = [...new Set(names.map((name) => name.split('.', 1)[0] ?? ''))]
  return Object.fromEntries(
    areas.map((area) => {
      const keys = names.filter((name) => name.startsWith(`${area}.`)).map((name) => name.slice(area.length + 1))
      return [area, { description: '', keys: Object.fromEntries(keys.map((key) => [key, ''])) }]
    }),
  )
}
