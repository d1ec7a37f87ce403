import type { DatabaseList } from '../../shared/model/database.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { CallOptions } from './call-options.ts'
import { readDatabases } from './database-entry.ts'
import type { ReadServer } from './server-calls.ts'

/**
 * The databases of a server (the panel's API, part 2, *Databases*). Error beside the usual: `not-on-panel` for a panel
 * without them.
 */
export type DatabaseCalls = {
  /** Without their passwords, which are not asked for. */
  list(identifier: string, options?: CallOptions): Promise<Result<DatabaseList>>
}

export function createDatabaseCalls({ readServer }: { readonly readServer: ReadServer }): DatabaseCalls {
  return {
    async list(identifier, options = {}) {
      const read = await readServer(identifier, { operation: 'databases', below: '/databases' }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const list = readDatabases(json, answer.hideToken)
      return list === null ? fail('malformed-answer', { status: answer.status }) : ok(list)
    },
  }
}
