import { z } from 'zod'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  accountPermissionsSchema,
  serverUserChangeSchema,
  serverUserIdSchema,
  serverUsersSchema,
  userEmailSchema,
} from '../model/server-user-schema.ts'
import { done, type PartOfContract } from './contract-part.ts'

const user = z.object({ ref: serverRefSchema, id: serverUserIdSchema })

/** Those who were let in to a server. */
export const usersContract = {
  /**
   * Reads the users of a server. Errors of all channels of users beside those of any call to a panel: `not-on-panel`,
   * `unknown-server`, `all-permissions-needed`, `user-not-found`.
   */
  'users:list': { request: z.object({ ref: serverRefSchema }), reply: serverUsersSchema },
  /**
   * Lets somebody in. Where the panel has no account with this e-mail address, it makes one and sends mail. Errors:
   * `user-exists`, `user-is-owner`, `grant-lacking`.
   */
  'users:invite': {
    request: z.object({ ref: serverRefSchema, email: userEmailSchema, permissions: accountPermissionsSchema }),
    reply: done,
  },
  /**
   * Gives a user these permissions and no others, where they still have those that the person saw. Where somebody changed
   * them since, nothing is sent, and the reply tells how they are now. Error: `grant-lacking`.
   */
  'users:update': {
    request: user.extend({ seen: accountPermissionsSchema, permissions: accountPermissionsSchema }),
    reply: serverUserChangeSchema,
  },
  'users:remove': { request: user, reply: done },
} as const satisfies PartOfContract<'users'>
