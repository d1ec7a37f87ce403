import { z } from 'zod'
import { type Database, type DatabaseEdit, databaseIdSchema } from '../../shared/databases/contract.ts'
import { longestDatabasePassword, maxDatabases } from '../../shared/databases/databases.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AtServer } from '../panel/at-server.ts'
import { line, name, port, readList } from '../panel/entry.ts'
import { holdsHidden } from '../panel/token-echo.ts'

const id = name.pipe(databaseIdSchema)
const text = line(191)

/** A database by its attributes (the panel's API, part 2, *Databases*). */
const entry = z
  .object({
    id,
    name: text,
    username: text.catch(''),
    connections_from: text.catch(''),
    host: z.object({ address: text.catch(''), port: port.nullable().catch(null) }).catch({ address: '', port: null }),
  })
  .transform(({ connections_from: connectionsFrom, host: { address: host, port }, ...more }): Database => {
    return { ...more, host, port, connectionsFrom }
  })

/** One that could not be shown or typed as it is, is none. */
const isPrintable = (password: string) => safeText(password, longestDatabasePassword) === password

/** A database with its password; none where the account may not see it. */
const withPassword = z.object({
  relationships: z
    .object({
      password: z.object({ attributes: z.object({ password: z.string().min(1).refine(isPrintable) }).nullable() }),
    })
    .optional(),
})
const withId = readList(z.looseObject({ id }), maxDatabases)

/** Reads the password of one from a list with all of them. Of the others none is looked at. */
const passwordOf = (wanted: string) => (json: unknown) => {
  const list = withId(json)
  if (list === null) return null
  const found = list.entries.find((one) => one.id === wanted)
  if (found === undefined) return fail('database-not-found')
  const read = withPassword.safeParse(found)
  if (!read.success) return null
  const password = read.data.relationships?.password.attributes?.password
  return password === undefined ? fail('password-hidden') : ok(password)
}

/** Without their passwords, which are not asked for. */
export const listDatabases = (server: AtServer) => server.read('databases', '/databases', readList(entry, maxDatabases))

/** Panels tell a password in a list with all of them only. Errors: `database-not-found`, `password-hidden`. */
export async function readPassword(server: AtServer, wanted: string): Promise<Result<string>> {
  const read = await server.read('databases', '/databases?include=password', passwordOf(wanted))
  if (!read.ok) return read
  return read.value.ok && holdsHidden(read.value.value) ? fail('malformed-answer') : read.value
}

/** Its password, which comes with the answer, is not read. */
export const createDatabase = (server: AtServer, { name, connectionsFrom }: DatabaseEdit) =>
  server.act('database-create', '/databases', { body: { database: name, remote: connectionsFrom } })

/** Gives one a new password, which is not read. */
export const rotatePassword = (server: AtServer, id: string) =>
  server.act('database-rotate', `/databases/${id}/rotate-password`)

/** Deletes one with all its tables. */
export const removeDatabase = (server: AtServer, id: string) =>
  server.act('database-delete', `/databases/${id}`, { method: 'DELETE' })
