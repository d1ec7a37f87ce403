import type { ServerUser, ServerUsers } from '../../../shared/users/contract.ts'
import { permissionName } from '../../../shared/users/permissions.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { day, orDash } from '../../ui/format.ts'
import { badAct, menuAct } from '../../ui/menu-acts.ts'
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
  /** Why nothing can be changed, in a few words; null where it can. */
  lacks: string | null
  onEdit: (user: ServerUser) => void
  onRemove: (user: ServerUser) => void
}

/** One user of a server: who, what they may, and what can be done about it. */
export function UserRow({ user, list, lacks, onEdit, onRemove }: RowProps) {
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
        <RowMenu
          name={email}
          groups={[
            [menuAct('Change what they may do…', whyNotUser(user, 'update', list, lacks), () => onEdit(user))],
            [badAct('Remove…', whyNotUser(user, 'delete', list, lacks), () => onRemove(user))],
          ]}
        />
      </td>
    </tr>
  )
}
