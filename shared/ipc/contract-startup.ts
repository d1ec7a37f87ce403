import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { maxStartupVariables } from '../model/startup.ts'
import { seenStartupChangeSchema, startupKeySchema, startupOfServerSchema } from '../model/startup-schema.ts'
import type { PartOfContract } from './contract-part.ts'

/** How a server starts: its variables, its image, its command. */
export const startupContract = {
  /**
   * Reads them. Errors of both channels beside those of any call to a panel: `not-on-panel`, `unknown-server`,
   * `all-permissions-needed`.
   */
  'startup:read': { request: z.object({ ref: serverRefSchema }), reply: startupOfServerSchema },
  /**
   * Saves changes one by one, since panels take no more at once. What a panel does not take of them is told by its key
   * (null for the image), as is, by `state-changed`, what somebody else changed since it was seen; the others are saved all
   * the same; after any other failure nothing more is sent, and
   * `isCut` says that it was so.
   */
  'startup:save': {
    request: z.object({
      ref: serverRefSchema,
      changes: z
        .array(seenStartupChangeSchema)
        .min(1)
        .max(maxStartupVariables + 1),
    }),
    reply: z.object({
      refused: z.array(z.object({ key: startupKeySchema.nullable(), error: appErrorSchema })),
      isCut: z.boolean(),
    }),
  },
} as const satisfies PartOfContract<'startup'>
