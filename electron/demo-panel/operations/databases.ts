import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { allows } from '../../../shared/model/permission.ts'
import { item, list, refusal } from '../http/envelope.ts'
import { json, noContent } from '../http/reply.ts'
import { perServer } from '../machine/per-server.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'
import { featureLimits } from './server-attributes.ts'

const createInput = z.object({
  database: z
    .string()
    .min(3)
    .max(48)
    .regex(/^[\w-]+$/),
  remote: z
    .string()
    .max(45)
    .regex(/^[\w.%:-]+$/),
})

type Database = {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly remote: string
  readonly password: string
}

const newPassword = () => randomBytes(18).toString('base64url')

/** Databases: see them; create, change the password, delete. */
export function databaseOperations(): readonly Operation[] {
  const databasesOf = perServer(() => new Map<string, Database>())
  const named = (call: ServerCall) => databasesOf(call.server).get(call.params.database ?? '') ?? null

  return [
    onServer('GET', '/databases', 'databases-view', ({ key, server, request }) => {
      const wantsPassword = request.query.get('include') === 'password'
      const mayPassword = wantsPassword && allows(key.permissions, 'databases-full')
      const databases = [...databasesOf(server).values()]
      return json(list(databases.map((database) => item('server_database', attributes(database, mayPassword)))))
    }),
    onServer('POST', '/databases', 'databases-full', (call) => {
      const input = call.input(createInput)
      if (!input.ok) return input.reply
      const databases = databasesOf(call.server)
      if (databases.size >= featureLimits.databases) {
        const detail = 'Cannot create additional databases on this server: limit has been reached.'
        return refusal.limitReached('TooManyDatabasesException', detail)
      }
      const id = randomBytes(4).toString('hex')
      const database: Database = {
        id,
        name: `s${call.server.identifier}_${input.value.database}`,
        username: `u_${id}`,
        remote: input.value.remote,
        password: newPassword(),
      }
      databases.set(id, database)
      call.record('server:database.create', { name: database.name })
      return json(item('server_database', attributes(database, true)))
    }),
    onServer('POST', '/databases/:database/rotate-password', 'databases-full', (call) => {
      const database = named(call)
      if (database === null) return refusal.notFoundForServer()
      const changed = { ...database, password: newPassword() }
      databasesOf(call.server).set(database.id, changed)
      call.record('server:database.rotate-password', { name: database.name })
      return json(item('server_database', attributes(changed, true)))
    }),
    onServer('DELETE', '/databases/:database', 'databases-full', (call) => {
      const database = named(call)
      if (database === null) return refusal.notFoundForServer()
      databasesOf(call.server).delete(database.id)
      call.record('server:database.delete', { name: database.name })
      return noContent
    }),
  ]
}

function attributes(database: Database, withPassword: boolean) {
  return {
    id: database.id,
    host: { address: '127.0.0.1', port: 3306 },
    name: database.name,
    username: database.username,
    connections_from: database.remote,
    max_connections: 0,
    ...(withPassword
      ? { relationships: { password: item('database_password', { password: database.password }) } }
      : {}),
  }
}
