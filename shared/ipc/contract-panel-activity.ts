import { z } from 'zod'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  activityDetailSchema,
  activityKindSchema,
  activityLineIdSchema,
  panelActivityPageSchema,
} from '../model/panel-activity-schema.ts'
import { startedBySchema } from '../model/started-by-schema.ts'
import type { PartOfContract } from './contract-part.ts'

/** Pages that a person can turn to, counted from 1. */
export const activityPageNumber = z.number().int().min(1).max(10_000)
export const activityDetailsReply = z.object({ details: z.array(activityDetailSchema) })

/** What a panel tells of a server's activity. */
export const panelActivityContract = {
  /**
   * Reads a page of a server's activity, newest first. Errors beside those of any call to a panel: `not-on-panel`,
   * `unknown-server`, `all-permissions-needed`.
   */
  'panelActivity:list': {
    request: z.object({ ref: serverRefSchema, page: activityPageNumber, kind: activityKindSchema }),
    reply: panelActivityPageSchema,
  },
  /** What a line hides: an address, a command, values of the startup. Error: `state-changed` once it is not held. */
  'panelActivity:details': {
    request: z.object({ ref: serverRefSchema, id: activityLineIdSchema }),
    reply: activityDetailsReply,
  },
  /** Who began the run that a server is in since `startedAt`, in unix milliseconds. Errors: as of the list. */
  'panelActivity:startedBy': {
    request: z.object({ ref: serverRefSchema, startedAt: z.number() }),
    reply: startedBySchema,
  },
} as const satisfies PartOfContract<'panelActivity'>
