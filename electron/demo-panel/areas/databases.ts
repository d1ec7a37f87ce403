import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { problem, refuse } from '../http/refusal.ts'
import { hidden, item, json, list } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTable } from '../machine/per-server.ts'
import { type Area, on, onInput, onOne, type ServerCall } from './operation.ts'

/** A database of a server, as the panel keeps it. One kind of panel names them by a number, the other by a word. */
type Database = {
  readonly id: string | number
  readonly name: string
  readonly username: string
  readonly remote: string
  readonly password: string
}

const createInput = z.object({
  database: z.string().regex(/^[\w-]{3,48}$/),
  remote: z.string().regex(/^[\w\-/.%:]{1,45}$/),
})

/** Where all of them are, as the panel tells it. */
const host = { address: '127.0.0.1', port: 3306 }
/** Maximum number of databases of a server at first. */
const usualLimit = 3
/** A panel cuts names of databases at this length, in characters. */
const longestName = 48
const full = 'Cannot create additional databases on this server: limit has been reached.'
const nameTaken = 'A database with that name already exists on this host.'

const newPassword = () => randomBytes(18).toString('base64url')
/** The name that a database gets: the server's number comes before it. */
const nameFor = (server: LiveServer, name: string) => `s${server.identifier}_${name}`.slice(0, longestName)

export type Databases = ReturnType<typeof createDatabases>

/** Databases: see them; create, change the password, delete (the panel's API, part 2, *Databases*). */
export function createDatabases({ dialect, rights }: Pick<Area, 'dialect' | 'rights'>) {
  const isPelican = dialect === 'pelican'
  const table = createTable<string | number, Database>(usualLimit)
  /** The two kinds of panels spell it in two ways. */
  const seesPassword = isPelican ? 'database.view-password' : 'database.view_password'
  let lastId = 0

  const onDatabase = onOne(({ server, params }) => table.list(server).find(({ id }) => String(id) === params.database))

  /** Gives the server a database, whatever its limit. */
  function make(server: LiveServer, name: string, remote: string): Database {
    lastId += 1
    const id = isPelican ? lastId : randomBytes(4).toString('hex')
    const username = `u${server.identifier}_${randomBytes(5).toString('hex')}`
    return table.put(server, { id, name: nameFor(server, name), username, remote, password: newPassword() })
  }

  /** A database as it is told, with its password where that was asked for and the account may see it. */
  function shown({ key, server }: ServerCall, database: Database, wantsPassword = true) {
    const { password, remote, ...fields } = database
    const seen = rights.allow(key, seesPassword, server) ? item('database_password', { password }) : hidden
    return item('server_database', {
      ...fields,
      host,
      connections_from: remote,
      max_connections: 0,
      ...(wantsPassword && { relationships: { password: seen } }),
    })
  }

  const rows = [
    on('GET', '/databases', 'database.read', (call) => {
      const wantsPassword = call.request.query.get('include') === 'password'
      return json(list(table.list(call.server).map((database) => shown(call, database, wantsPassword))))
    }),
    onInput('POST', '/databases', 'database.create', createInput, (call, { database, remote }) => {
      const { server } = call
      const all = table.list(server)
      if (all.length >= (table.limitOf(server) ?? Number.POSITIVE_INFINITY)) {
        refuse(problem(400, 'TooManyDatabasesException', full))
      }
      const name = nameFor(server, database)
      if (all.some((other) => other.name === name)) refuse(problem(400, 'DuplicateDatabaseNameException', nameTaken))
      call.record('server:database.create', { name })
      return json(shown(call, make(server, database, remote)))
    }),
    onDatabase('POST', '/databases/:database/rotate-password', 'database.update', (call, database) => {
      call.record('server:database.rotate-password', { name: database.name })
      // Its SQL user is made anew.
      return json(shown(call, table.put(call.server, { ...database, password: newPassword() })))
    }),
    onDatabase('DELETE', '/databases/:database', 'database.delete', (call, database) => {
      table.remove(call.server, database)
      call.record('server:database.delete', { name: database.name })
    }),
  ]
  return { rows, make, list: table.list, limitOf: table.limitOf, setLimit: table.setLimit }
}
