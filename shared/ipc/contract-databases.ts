import { z } from 'zod'
import {
  databaseEditSchema,
  databaseIdSchema,
  databasePasswordSchema,
  databasesOfServerSchema,
} from '../model/database-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { done, type PartOfContract } from './contract-part.ts'

const database = z.object({ ref: serverRefSchema, id: databaseIdSchema })

/** The databases of a server. */
export const databasesContract = {
  /**
   * Reads a server's databases, without their passwords. Errors of all channels of databases beside those of any call to
   * a panel: `not-on-panel`, `unknown-server`, `permission-lacking`, `database-not-found`.
   */
  'databases:list': { request: z.object({ ref: serverRefSchema }), reply: databasesOfServerSchema },
  /**
   * Makes a database, once; its id, null where the panel does not tell it. Errors: `database-limit`,
   * `database-name-taken`, `database-no-host`, `databases-off`, and `input-rejected` with the panel's words.
   */
  'databases:create': {
    request: z.object({ ref: serverRefSchema, edit: databaseEditSchema }),
    reply: z.object({ id: databaseIdSchema.nullable() }),
  },
  /** Asks the panel for one password, to be shown for a moment and kept nowhere. Error: `password-hidden`. */
  'databases:password': { request: database, reply: z.object({ password: databasePasswordSchema }) },
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
