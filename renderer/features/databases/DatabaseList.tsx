import type { Database, DatabasesOfServer } from '../../../shared/model/database.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaRows } from '../../parts/area/AreaRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { type DatabaseActName, DatabaseRow } from './DatabaseRow.tsx'
import { whyNotDatabase } from './database-words.ts'
import type { usePassword } from './use-password.ts'

const columns = [
  { name: 'Name and user' },
  { name: 'Address' },
  { name: 'Password' },
  { name: 'Actions', holds: 'menu' },
] as const

type DatabaseListProps = {
  list: DatabasesOfServer
  /** Why no database can be changed; null where they can. */
  lacks: string | null
  password: ReturnType<typeof usePassword>
  onAct: (act: DatabaseActName, database: Database) => void
}

function NoDatabases({ limit }: Pick<DatabasesOfServer, 'limit'>) {
  if (limit === 0)
    return (
      <Empty title="This server may have no databases" text="Its host allows none. Ask them if a plugin needs one." />
    )
  return (
    <Empty
      title="No databases yet"
      text="Plugins that keep a lot, such as logs of blocks or permissions, can keep it in one."
    />
  )
}

/** The databases that the panel told, or why there are none. */
export function DatabaseList({ list, lacks, password, onAct }: DatabaseListProps) {
  if (list.databases.length === 0 && list.leftOut === 0) return <NoDatabases limit={list.limit} />
  const choices = {
    password: whyNotDatabase('view-password', list, lacks),
    rotate: whyNotDatabase('update', list, lacks),
    remove: whyNotDatabase('delete', list, lacks),
  }
  return (
    <>
      <AreaRows label="Databases" columns={columns}>
        {list.databases.map((database) => (
          <DatabaseRow
            key={database.id}
            database={database}
            choices={choices}
            secret={password.secret}
            shown={password.shown?.id === database.id ? password.shown : null}
            onAct={onAct}
          />
        ))}
      </AreaRows>
      {list.leftOut > 0 && <p className={styles.foot}>{list.leftOut} more could not be read.</p>}
      <p className={styles.foot}>An address is as the host entered it: it may work on the server’s machine only.</p>
    </>
  )
}
