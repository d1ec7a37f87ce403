import { z } from 'zod'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { databaseActs, longestDatabasePassword, maxDatabases, wrongDatabaseName, wrongRemote } from './databases.ts'

/** A word or a number of the panel's, which stands in addresses. */
export const databaseIdSchema = z.string().regex(/^[A-Za-z0-9]{1,64}$/)

/** A database of a server (the panel's API, part 2, *Databases*). Its password is never in it. */
const databaseSchema = z.object({
  id: databaseIdSchema,
  /** Where the game finds it, as the panel's administrator entered it: often good on the server's machine only. */
  host: z.string(),
  port: z.number().int().min(1).max(65_535).nullable(),
  name: z.string(),
  username: z.string(),
  /** From where connections are taken: a host, an address, or `%` for everywhere. */
  connectionsFrom: z.string(),
})
export type Database = z.infer<typeof databaseSchema>

const databaseActSchema = z.enum(databaseActs)
export type DatabaseAct = z.infer<typeof databaseActSchema>

const databasesOfServerSchema = z.object({
  databases: z.array(databaseSchema).max(maxDatabases),
  /** Entries that could not be read, and those beyond what is read of a list. */
  leftOut: z.number().int().min(0),
  /** How many there may be; null for any number, or where the panel does not tell. */
  limit: z.number().int().min(0).nullable(),
  /** What the account may not do. */
  denied: z.array(databaseActSchema),
})
export type DatabasesOfServer = z.infer<typeof databasesOfServerSchema>

const databaseEditSchema = z.object({
  name: z.string().refine((name) => wrongDatabaseName(name) === null),
  connectionsFrom: z.string().refine((remote) => wrongRemote(remote) === null),
})
/** What a person sets of a new database. */
export type DatabaseEdit = z.infer<typeof databaseEditSchema>

/** Goes to the window on demand alone, and stays in no list, state or log. */
const passwordSchema = z.string().min(1).max(longestDatabasePassword)

const server = z.object({ ref: serverRefSchema })
const database = server.extend({ id: databaseIdSchema })

/**
 * The databases of a server. Errors beside those of any call to a panel: `not-on-panel`, `unknown-server`,
 * `permission-lacking`, `database-not-found`.
 */
export const databasesContract = {
  /** Reads a server's databases, without their passwords. */
  'databases:list': { request: server, reply: databasesOfServerSchema },
  /**
   * Makes one, once. Errors: `database-limit`, `database-name-taken`, `database-no-host`, `databases-off`, and
   * `input-rejected` with the panel's words.
   */
  'databases:create': { request: server.extend({ edit: databaseEditSchema }), reply: done },
  /** Asks the panel for one password, to be shown for a moment and kept nowhere. Error: `password-hidden`. */
  'databases:password': { request: database, reply: z.object({ password: passwordSchema }) },
  /**
   * Puts a password into the clipboard, past the window, and takes it out after a minute where it is still there.
   * Errors: `password-hidden`, `clipboard-failed`.
   */
  'databases:copyPassword': { request: database, reply: done },
  /** Gives a database a new password, once. What uses it must be given that. */
  'databases:rotate': { request: database, reply: done },
  /** Deletes a database for good, where `typedName` is its name. Error: `invalid-request`. */
  'databases:remove': { request: database.extend({ typedName: z.string().max(200) }), reply: done },
} as const satisfies PartOfContract<'databases'>
