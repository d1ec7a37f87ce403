import type { Database } from '../../shared/model/database.ts'
import type { Target } from './action.ts'
import type { DatabaseCommand } from './database-args.ts'
import { type ExitCode, exitCodes, formatJson, formatTable } from './format.ts'
import { patientCall, report, type Session } from './session.ts'

const hostOf = ({ host, port }: Database) => (port === null ? host : `${host}:${port}`)

/** Lists the databases of a server. */
export async function runDatabases(
  session: Session,
  { identifier }: DatabaseCommand,
  { access }: Target,
): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const list = await access.client.databases.list(identifier, patientCall(session))
  if (!list.ok) return report(stderr, list.error, options.json)
  const { databases } = list.value
  const cells = databases.map((one) => [one.id, one.name, hostOf(one), one.username, one.connectionsFrom])
  const columns = ['ID', 'NAME', 'HOST', 'USER', 'CONNECTIONS FROM']
  stdout.write(options.json ? formatJson(databases) : formatTable(columns, cells, 'No databases.\n'))
  return exitCodes.done
}
