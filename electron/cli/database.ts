import type { Database } from '../../shared/databases/contract.ts'
import { areaNeeds } from '../../shared/keys/rights.ts'
import { ok } from '../../shared/result.ts'
import { listDatabases } from '../databases/panel.ts'
import { server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { formatTable } from './format.ts'

const columns = ['ID', 'NAME', 'HOST', 'USER', 'CONNECTIONS FROM']

const rowOf = ({ id, name, host, port, username, connectionsFrom }: Database) => [
  id,
  name,
  port === null ? host : `${host}:${port}`,
  username,
  connectionsFrom,
]

export const databaseCommand = serverCommand({
  name: 'db list',
  help: 'databases of a server, without their passwords',
  args: { server },
  permission: areaNeeds.databases.view,
  async run({ call }, { client, identifier }) {
    const list = await listDatabases(client.at(identifier, call))
    if (!list.ok) return list
    const { entries: databases } = list.value
    return ok({ words: formatTable(columns, databases.map(rowOf), 'No databases.\n'), json: databases })
  },
})
