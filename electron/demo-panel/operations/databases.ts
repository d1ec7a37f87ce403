import { z } from 'zod'
import { type Database, type Databases, databaseHost } from '../databases/databases.ts'
import type { Dialect } from '../http/dialect.ts'
import { item, list, refusal } from '../http/envelope.ts'
import { createRateLimits, type RateLimitOptions } from '../http/rate-limit.ts'
import { json, noContent, type Reply, withHeaders } from '../http/reply.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'
import type { Rights } from './panel-permissions.ts'

const createInput = z.object({
  database: z
    .string()
    .min(3)
    .max(48)
    .regex(/^[\w-]+$/),
  remote: z
    .string()
    .max(45)
    .regex(/^[\w\-/.%:]+$/),
})

type Deps = {
  readonly now: () => number
  readonly databases: Databases
  readonly rights: Rights
  readonly dialect: Dialect
  /** Limit on new databases of each server; null for none. */
  readonly createLimit: RateLimitOptions | null
}

/** Databases: see them; create, change the password, delete (the panel's API, part 2, *Databases*). */
export function databaseOperations({ now, databases, rights, dialect, createLimit }: Deps): readonly Operation[] {
  const createLimits = createLimit === null ? null : createRateLimits(createLimit)
  const named = (call: ServerCall) => databases.find(call.server, call.params.database ?? '')
  /** The two kinds of panels spell it in two ways. */
  const seesPassword = dialect === 'pelican' ? 'database.view-password' : 'database.view_password'

  /** A database as it is told, with its password where that was asked for and the account may see it. */
  function shown({ key }: ServerCall, database: Database, wantsPassword: boolean) {
    const { id, name, username, remote, password } = database
    const hidden = { object: 'null_resource', attributes: null }
    return item('server_database', {
      id: dialect === 'pelican' ? Number(id) : id,
      host: databaseHost,
      name,
      username,
      connections_from: remote,
      max_connections: 0,
      ...(wantsPassword && {
        relationships: {
          password: rights.allow(key, seesPassword) ? item('database_password', { password }) : hidden,
        },
      }),
    })
  }

  function create(call: ServerCall): Reply {
    const { server } = call
    const input = call.input(createInput)
    if (!input.ok) return input.reply
    const limit = databases.limitOf(server)
    if (limit !== null && databases.list(server).length >= limit) {
      const detail = 'Cannot create additional databases on this server: limit has been reached.'
      return refusal.limitReached('TooManyDatabasesException', detail)
    }
    const name = databases.nameFor(server, input.value.database)
    if (databases.list(server).some((other) => other.name === name)) {
      return refusal.limitReached(
        'DuplicateDatabaseNameException',
        'A database with that name already exists on this host.',
      )
    }
    const database = databases.make(server, input.value.database, input.value.remote)
    call.record('server:database.create', { name })
    return json(shown(call, database, true))
  }

  return [
    onServer(
      'GET',
      '/databases',
      'databases-view',
      (call) => {
        const wantsPassword = call.request.query.get('include') === 'password'
        return json(list(databases.list(call.server).map((database) => shown(call, database, wantsPassword))))
      },
      'database.read',
    ),
    onServer(
      'POST',
      '/databases',
      'databases-full',
      (call) => {
        const rate = createLimits?.take(call.server.uuid, now()) ?? { passed: true, headers: {} }
        return withHeaders(rate.passed ? create(call) : refusal.tooManyRequests(), rate.headers)
      },
      'database.create',
    ),
    onServer(
      'POST',
      '/databases/:database/rotate-password',
      'databases-full',
      (call) => {
        const database = named(call)
        if (database === null) return refusal.notFoundForServer()
        const changed = databases.rotate(call.server, database)
        call.record('server:database.rotate-password', { name: database.name })
        return json(shown(call, changed, true))
      },
      'database.update',
    ),
    onServer(
      'DELETE',
      '/databases/:database',
      'databases-full',
      (call) => {
        const database = named(call)
        if (database === null) return refusal.notFoundForServer()
        databases.remove(call.server, database)
        call.record('server:database.delete', { name: database.name })
        return noContent
      },
      'database.delete',
    ),
  ]
}
