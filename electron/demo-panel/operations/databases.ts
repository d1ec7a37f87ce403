import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Dialect } from '../http/dialect.ts'
import { item, list, refusal } from '../http/envelope.ts'
import { createRateLimits, type RateLimitOptions } from '../http/rate-limit.ts'
import { json, noContent, type Reply, withHeaders } from '../http/reply.ts'
import { perServer } from '../machine/per-server.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'
import type { Rights } from './panel-permissions.ts'
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
    .regex(/^[\w\-/.%:]+$/),
})

/** A panel cuts names of databases at this length, in characters. */
const longestName = 48

type Database = {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly remote: string
  readonly password: string
}

type Deps = {
  readonly now: () => number
  readonly rights: Rights
  readonly dialect: Dialect
  /** Limit on new databases of each server; null for none. */
  readonly createLimit: RateLimitOptions | null
}

const newPassword = () => randomBytes(18).toString('base64url')

/** Databases: see them; create, change the password, delete (the panel's API, part 2, *Databases*). */
export function databaseOperations({ now, rights, dialect, createLimit }: Deps): readonly Operation[] {
  const databasesOf = perServer(() => new Map<string, Database>())
  const createLimits = createLimit === null ? null : createRateLimits(createLimit)
  const named = (call: ServerCall) => databasesOf(call.server).get(call.params.database ?? '') ?? null
  let lastId = 0

  /** One kind of panel names databases by a number, the other by a word. */
  function newId(): string {
    lastId += 1
    return dialect === 'pelican' ? String(lastId) : randomBytes(4).toString('hex')
  }

  /** A database as it is told, with its password where that was asked for and the account may see it. */
  function shown({ key }: ServerCall, database: Database, wantsPassword: boolean) {
    const { id, name, username, remote, password } = database
    const mayPassword = rights.allow(key, 'database.view_password')
    const hidden = { object: 'null_resource', attributes: null }
    return item('server_database', {
      id: dialect === 'pelican' ? Number(id) : id,
      host: { address: '127.0.0.1', port: 3306 },
      name,
      username,
      connections_from: remote,
      max_connections: 0,
      ...(wantsPassword && {
        relationships: { password: mayPassword ? item('database_password', { password }) : hidden },
      }),
    })
  }

  function create(call: ServerCall): Reply {
    const input = call.input(createInput)
    if (!input.ok) return input.reply
    const databases = databasesOf(call.server)
    if (databases.size >= featureLimits.databases) {
      const detail = 'Cannot create additional databases on this server: limit has been reached.'
      return refusal.limitReached('TooManyDatabasesException', detail)
    }
    const name = `s${call.server.identifier}_${input.value.database}`.slice(0, longestName)
    if ([...databases.values()].some((other) => other.name === name)) {
      return refusal.limitReached(
        'DuplicateDatabaseNameException',
        'A database with that name already exists on this host.',
      )
    }
    const id = newId()
    const username = `u${call.server.identifier}_${randomBytes(5).toString('hex')}`
    const database = { id, name, username, remote: input.value.remote, password: newPassword() }
    databases.set(id, database)
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
        const databases = [...databasesOf(call.server).values()]
        return json(list(databases.map((database) => shown(call, database, wantsPassword))))
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
        const changed = { ...database, password: newPassword() }
        databasesOf(call.server).set(database.id, changed)
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
        databasesOf(call.server).delete(database.id)
        call.record('server:database.delete', { name: database.name })
        return noContent
      },
      'database.delete',
    ),
  ]
}
