import { asChange } from '../../../shared/model/change.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { ok } from '../../../shared/result.ts'
import type { ServerUser } from '../../../shared/users/contract.ts'
import { areSamePermissions } from '../../../shared/users/permissions.ts'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import { AreaList } from '../../parts/area/AreaRows.tsx'
import { whyDenied } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useClient, useServerNames } from '../../state/hooks.ts'
import { UserDialog } from './UserDialog.tsx'
import { UserRow } from './UserRow.tsx'
import { factTexts } from './user-words.ts'

const columns = [
  { name: 'E-mail' },
  { name: 'What they may do', holds: 'state' },
  { name: 'Second factor', holds: 'amount' },
  { name: 'Let in', holds: 'time' },
  { name: 'Actions', holds: 'menu' },
] as const

const nobody = {
  title: 'Nobody else was let in',
  text: 'Invite somebody to let them use this server with an account of their own, and only for what you choose.',
}

/** Those who were let in to a server, read from its panel while they are looked at. */
export function UsersArea({ server }: { server: ServerView }) {
  const { call } = useClient().bridge
  const { ref } = server
  const nameOf = useServerNames(server.name)
  const area = useArea('users', server, () => call('users:list', { ref }))

  /** @param user null for somebody new */
  const onEdit = (user: ServerUser | null) =>
    area.open((close, list) => (
      <UserDialog
        area={area}
        list={list}
        user={user}
        send={({ email, held }, seen) => {
          const permissions = [...held]
          if (user === null)
            return {
              what: `Inviting ${email}`,
              rereads: true,
              call: async () => asChange(await call('users:invite', { ref, email, permissions })),
            }
          return {
            what: `Changing what ${user.email} may do`,
            rereads: true,
            call: async () =>
              areSamePermissions(held, seen.permissions)
                ? asChange(ok())
                : call('users:update', { ref, id: user.id, seen: seen.permissions, permissions }),
          }
        }}
        onClose={close}
      />
    ))

  const onRemove = ({ id, email }: ServerUser) =>
    area.ask({
      title: `Remove ${email} from ${nameOf(ref)}?`,
      text: 'What they have open ends at once, file transfers too. Their account on the panel stays.',
      yes: 'Remove',
      what: `Removing ${email}`,
      call: () => call('users:remove', { ref, id }),
    })

  return (
    <AreaPage
      area={area}
      label="Users"
      fact={({ users }) => factTexts(users)}
      action={{
        label: 'Invite…',
        why: ({ denied }) => whyDenied('create', denied) ?? area.lacks,
        onClick: () => onEdit(null),
      }}
    >
      {(list) => (
        <AreaList
          label="Users"
          columns={columns}
          rows={list.users}
          empty={nobody}
          leftOut={list.leftOut}
          foot="The owner of the server is not listed, and may do everything."
        >
          {(user) => (
            <UserRow key={user.id} user={user} list={list} lacks={area.lacks} onEdit={onEdit} onRemove={onRemove} />
          )}
        </AreaList>
      )}
    </AreaPage>
  )
}
