import type { Database } from '../../shared/databases/contract.ts'
import { areaNeeds } from '../../shared/keys/rights.ts'
import { ok } from '../../shared/result.ts'
import { listDatabases } from '../databases/panel.ts'
import { server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { type Columns, listing } from './format.ts'
import { noteLeftOut } from './session.ts'

const columns: Columns<Database> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  HOST: ({ host, port }) => (port === null ? host : `${host}:${port}`),
  USER: ({ username }) => username,
  'CONNECTIONS FROM': ({ connectionsFrom }) => connectionsFrom,
}

export const databaseCommand = serverCommand({
  name: 'db list',
  help: 'databases of a server, without their passwords',
  args: { server },
  permission: areaNeeds.databases.view,
  async run(session, { at }) {
    const list = noteLeftOut(session, await listDatabases(at))
    return list.ok ? ok(listing(columns, list.value.entries, 'No databases.\n')) : list
  },
})
