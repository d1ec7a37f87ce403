import { z } from 'zod'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  seenWordsSchema,
  serverSettingsSchema,
  serverWordsChangeSchema,
  serverWordsSchema,
} from '../model/server-settings-schema.ts'

/** The settings of a server on its panel. */
export const serverSettingsContract = {
  /**
   * Reads a server's settings, its limits and where it runs. Errors beside those of any call to a panel: `not-on-panel`,
   * `unknown-server`.
   */
  'serverSettings:read': { request: z.object({ ref: serverRefSchema }), reply: serverSettingsSchema },
  /**
   * Changes name and description, where they are still as the person saw them. Where somebody changed them since, nothing
   * is sent, and the reply tells how they are now. Errors: `description-fixed`; `state-changed` for another description
   * where the present one is not shown whole.
   */
  'serverSettings:update': {
    request: z.object({ ref: serverRefSchema, seen: seenWordsSchema, edit: serverWordsSchema }),
    reply: serverWordsChangeSchema,
  },
  /**
   * Has the panel reinstall a server, once, where the person typed its name; with `backsUpFirst` only after a backup that
   * was seen to be good, and answered when that is begun. Its course stands in `reinstalls`. Errors: `invalid-request`
   * with another name, `action-running`.
   */
  'serverSettings:reinstall': {
    request: z.object({ ref: serverRefSchema, typedName: z.string().max(300), backsUpFirst: z.boolean() }),
    reply: done,
  },
  /** Gives a reinstall up while its backup is made. Error: `plan-past`. */
  'serverSettings:cancelReinstall': { request: z.object({ ref: serverRefSchema }), reply: done },
  /** Removes a reinstall that has ended from `reinstalls`. */
  'serverSettings:dismissReinstall': { request: z.object({ ref: serverRefSchema }), reply: done },
} as const satisfies PartOfContract<'serverSettings'>
