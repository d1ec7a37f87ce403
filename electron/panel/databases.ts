import type { Database, DatabaseEdit, DatabaseList } from '../../shared/model/database.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { CallOptions } from './call-options.ts'
import { readDatabase, readDatabases, readPassword } from './database-entry.ts'
import type { CallServer, ReadServer } from './server-calls.ts'

/**
 * The databases of a server (the panel's API, part 2, *Databases*). What changes something is never sent twice. Errors
 * beside the usual: `not-on-panel` for a panel without them, `database-not-found`.
 */
export type DatabaseCalls = {
  /** Without their passwords, which are not asked for. */
  list(identifier: string, options?: CallOptions): Promise<Result<DatabaseList>>
  /**
   * Makes one; null where the panel's answer does not tell it. Its password, which comes with the answer, is not read.
   * Errors: `database-limit`, `database-name-taken`, `database-no-host`, `databases-off`.
   */
  create(identifier: string, edit: DatabaseEdit, options?: CallOptions): Promise<Result<Database | null>>
  /** The password of one. Panels tell it in a list with all of them only. Error: `password-hidden`. */
  password(identifier: string, id: Database['id'], options?: CallOptions): Promise<Result<string>>
  /** Gives one a new password, which is not read. */
  rotate(identifier: string, id: Database['id'], options?: CallOptions): Promise<Result<void>>
  /** Deletes one with all its tables. */
  remove(identifier: string, id: Database['id'], options?: CallOptions): Promise<Result<void>>
}

const at = (id: string, rest = '') => `/databases/${encodeURIComponent(id)}${rest}`

export function createDatabaseCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
}): DatabaseCalls {
  const { callServer, readServer } = deps

  async function send(
    identifier: string,
    call: Parameters<CallServer>[1],
    options: CallOptions,
  ): Promise<Result<void>> {
    const answer = await callServer(identifier, call, options)
    return answer.ok ? ok() : answer
  }

  return {
    async list(identifier, options = {}) {
      const read = await readServer(identifier, { operation: 'databases', below: '/databases' }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const list = readDatabases(json, answer.hideToken)
      return list === null ? fail('malformed-answer', { status: answer.status }) : ok(list)
    },

    async create(identifier, { name, connectionsFrom }, options = {}) {
      const body = { database: name, remote: connectionsFrom }
      const call = { operation: 'database-create', method: 'POST', below: '/databases', body } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok(readDatabase(parseJson(answer.value.text), answer.value.hideToken)) : answer
    },

    async password(identifier, id, options = {}) {
      const call = { operation: 'databases', below: '/databases?include=password' } as const
      const read = await readServer(identifier, call, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const reading = readPassword(json, id, answer.hideToken)
      if (reading === null) return fail('malformed-answer', { status: answer.status })
      if (reading.kind === 'told') return ok(reading.password)
      return fail(reading.kind === 'hidden' ? 'password-hidden' : 'database-not-found')
    },

    rotate: (identifier, id, options = {}) =>
      send(identifier, { operation: 'database-rotate', method: 'POST', below: at(id, '/rotate-password') }, options),

    remove: (identifier, id, options = {}) =>
      send(identifier, { operation: 'database-delete', method: 'DELETE', below: at(id) }, options),
  }
}
