import type { ServerUser, ServerUsers } from '../../../shared/users/contract.ts'
import { permissionName } from '../../../shared/users/permissions.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { day, orDash } from '../../ui/format.ts'
import { mayText, whyNotUser } from './user-words.ts'

const factorTexts = { on: 'Their account asks for a second factor.', off: 'A password alone opens their account.' }

/** Whether somebody's account asks for a second factor. */
function Factor({ has }: { has: ServerUser['hasTwoFactor'] }) {
  if (has === null) return <td>–</td>
  return <td title={has ? factorTexts.on : factorTexts.off}>{has ? '2FA on' : 'no 2FA'}</td>
}

type RowProps = {
  user: ServerUser
  list: ServerUsers
  /** What the panel does with the server that keeps it from changes; null for nothing. */
  held: string | null
  onEdit: (user: ServerUser) => void
  onRemove: (user: ServerUser) => void
}

/** One user of a server: who, what they may, and what can be done about it. */
export function UserRow({ user, list, held, onEdit, onRemove }: RowProps) {
  const { email, permissions, createdAt } = user
  const may = mayText(user, list.known)
  return (
    <tr>
      <th scope="row">
        <AreaLines>
          <span title={email}>{email}</span>
          {user.id === list.ownId && <small>this is you</small>}
        </AreaLines>
      </th>
      <td title={permissions.map(permissionName).join('\n')}>
        <AreaLines>
          <span>{may.words}</span>
          {may.more !== null && <small>{may.more}</small>}
        </AreaLines>
      </td>
      <Factor has={user.hasTwoFactor} />
      <td>{orDash(createdAt, day)}</td>
      <td>
        <MenuButton icon="more" label={`More for ${email}`}>
          <MenuItem reason={whyNotUser(user, 'update', list, held)} onClick={() => onEdit(user)}>
            Change what they may do…
          </MenuItem>
          <MenuLine />
          <MenuItem bad reason={whyNotUser(user, 'delete', list, held)} onClick={() => onRemove(user)}>
            Remove…
          </MenuItem>
        </MenuButton>
      </td>
    </tr>
  )
}
