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
   * Saves changes one by one, since panels take no more at once. A change that the panel refuses is told by its key
   * (null for the image), and so is one that somebody else changed since it was seen (`state-changed`); the others are
   * still saved. After any other failure nothing more is sent, and `isCut` says so.
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
