import { z } from 'zod'
import { changeOf, done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { isAccountPermission, maxAccountPermissions } from './permissions.ts'
import { maxEmailLength, maxServerUsers, serverUserActs } from './users.ts'

/** The panel's own. */
export const serverUserIdSchema = z.string().regex(/^[0-9a-f-]{1,64}$/i)

/** The panel judges whether it is one. */
const emailSchema = z
  .string()
  .trim()
  .min(3)
  .max(maxEmailLength)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u)

/** In the panel's own names. */
export const accountPermissionsSchema = z.array(z.string().refine(isAccountPermission)).max(maxAccountPermissions)

/** Somebody whom a server's owner let in on the panel. */
const serverUserSchema = z.object({
  id: serverUserIdSchema,
  /** Safe to show. */
  email: z.string(),
  /** Whether the account wants a second factor; null where the panel does not tell. */
  hasTwoFactor: z.boolean().nullable(),
  /** When they were let in, in unix milliseconds. */
  createdAt: z.number().nullable(),
  /** Without what everybody may. */
  permissions: accountPermissionsSchema,
})
export type ServerUser = z.infer<typeof serverUserSchema>

const serverUserActSchema = z.enum(serverUserActs)
export type ServerUserAct = z.infer<typeof serverUserActSchema>

/** The users of a server, with what the panel tells of the account that asks. The owner is none of them. */
const serverUsersSchema = z.object({
  users: z.array(serverUserSchema).max(maxServerUsers),
  /** Entries that could not be read, and those beyond what is read of a list. */
  leftOut: z.number().int().min(0),
  /** What the account may not do with them by the panel's own word. */
  denied: z.array(serverUserActSchema),
  /** What it may do to the server, in the panel's own names, `*` for everything; null where the panel does not tell. */
  own: z.array(z.string()).nullable(),
  /** Its own entry, where it was only let in itself. */
  ownId: serverUserIdSchema.nullable(),
  /** The permissions that the panel knows; null where it does not tell. */
  known: z.array(z.string()).nullable(),
})
export type ServerUsers = z.infer<typeof serverUsersSchema>

const server = z.object({ ref: serverRefSchema })
const user = server.extend({ id: serverUserIdSchema })

/**
 * Those who were let in to a server. Errors beside those of any call to a panel: `not-on-panel`, `unknown-server`,
 * `all-permissions-needed`, `user-not-found`.
 */
export const usersContract = {
  'users:list': { request: server, reply: serverUsersSchema },
  /**
   * Lets somebody in. Where the panel has no account with this e-mail address, it makes one and sends mail. Errors:
   * `user-exists`, `user-is-owner`, `grant-lacking`.
   */
  'users:invite': {
    request: server.extend({ email: emailSchema, permissions: accountPermissionsSchema }),
    reply: done,
  },
  /**
   * Gives a user these permissions and no others, where they still have those that the person saw. Where somebody changed
   * them since, nothing is sent, and the reply tells how they are now. Error: `grant-lacking`.
   */
  'users:update': {
    request: user.extend({ seen: accountPermissionsSchema, permissions: accountPermissionsSchema }),
    reply: changeOf(serverUserSchema),
  },
  'users:remove': { request: user, reply: done },
} as const satisfies PartOfContract<'users'>
