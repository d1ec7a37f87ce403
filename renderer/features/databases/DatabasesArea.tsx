import type { Database } from '../../../shared/databases/contract.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import { AreaList } from '../../parts/area/AreaRows.tsx'
import { failed } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useClient } from '../../state/hooks.ts'
import { DatabaseDialog } from './DatabaseDialog.tsx'
import { DatabaseRow } from './DatabaseRow.tsx'
import { factText, whyNoNew, whyNotDatabase } from './database-words.ts'
import { usePassword } from './use-password.ts'

const columns = [
  { name: 'Name and user' },
  { name: 'Address' },
  { name: 'Password' },
  { name: 'Actions', holds: 'menu' },
] as const

const none = {
  title: 'No databases yet',
  text: 'Plugins that keep a lot, such as logs of blocks or permissions, can keep it in one.',
}
const addressNote = 'An address is as the host entered it: it may work on the server’s machine only.'
const mayHaveNone = {
  title: 'This server may have no databases',
  text: 'Its host allows none. Ask them if a plugin needs one.',
}

/** The databases of a server, read from its panel while they are looked at. */
export function DatabasesArea({ server }: { server: ServerView }) {
  const { bridge, view } = useClient()
  const { call } = bridge
  const { ref } = server
  const area = useArea('databases', server, () => call('databases:list', { ref }))
  const password = usePassword(ref, ({ name }, error) =>
    area.tell(failed(`Showing the password of ${name} failed.`, error)),
  )

  const onNew = () =>
    area.open((close) => (
      <DatabaseDialog
        create={(edit) =>
          area.submit({ what: `Making “${edit.name}”`, call: () => call('databases:create', { ref, edit }) }, close)
        }
        onClose={close}
      />
    ))

  const on = {
    show(database: Database) {
      area.tell(null)
      password.show(database)
    },
    hide: password.hide,
    copy: ({ id, name }: Database) =>
      area.act({
        what: `Copying the password of ${name}`,
        isRead: true,
        async call() {
          const copied = await call('databases:copyPassword', { ref, id })
          if (copied.ok) view.setState({ said: `Password of ${name} copied. It leaves the clipboard in a minute.` })
          return copied
        },
      }),
    rotate: ({ id, name }: Database) =>
      area.ask({
        title: `Give ${name} a new password?`,
        text: 'The old one stops working at once. The server’s plugins need the new one before they can use it again.',
        yes: 'New password',
        what: `Giving ${name} a new password`,
        async call() {
          // A password in sight is the old one from now on, and one that is asked for meanwhile may be.
          password.hide()
          const rotated = await call('databases:rotate', { ref, id })
          if (rotated.ok || rotated.error.mayHaveActed) password.hide()
          return rotated
        },
        done: () => ({
          message: `${name} has a new password.`,
          hint: 'Put it into the configuration of whatever uses this database.',
        }),
      }),
    remove: ({ id, name }: Database) =>
      area.ask({
        title: `Delete ${name}?`,
        text: 'All its tables go at once, and nothing brings them back. Backups of the server don’t hold them.',
        yes: 'Delete database',
        typedName: name,
        what: `Deleting ${name}`,
        call: (typedName) => call('databases:remove', { ref, id, typedName }),
      }),
  }

  return (
    <AreaPage
      area={area}
      label="Databases"
      fact={(list) => [factText(list)]}
      action={{ label: 'New database…', why: (list) => whyNoNew(list, area.lacks), onClick: onNew }}
    >
      {(list) => (
        <AreaList
          label="Databases"
          columns={columns}
          rows={list.databases}
          empty={list.limit === 0 ? mayHaveNone : none}
          leftOut={list.leftOut}
          foot={list.databases.length === 0 ? null : addressNote}
        >
          {(database) => (
            <DatabaseRow
              key={database.id}
              database={database}
              why={(act) => whyNotDatabase(act, list, area.lacks)}
              secret={password.secret}
              shown={password.shown?.id === database.id ? password.shown : null}
              on={on}
            />
          )}
        </AreaList>
      )}
    </AreaPage>
  )
}
