import { z } from 'zod'
import type { PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { activityKinds, maxActivityLines } from './activity.ts'

/** The panel's own id of an entry, the same each time that it is read. */
const lineIdSchema = z.string().min(1).max(200)

/** Who did what a panel's list of activity tells. */
const actorSchema = z.discriminatedUnion('kind', [
  /** An account, by the name that the panel shows; `isKey` where it used an API key. */
  z.object({ kind: z.literal('account'), name: z.string(), isKey: z.boolean() }),
  /** Nobody that the panel names: itself, the machine, or an account that is gone. */
  z.object({ kind: z.literal('nobody') }),
])
export type ActivityActor = z.infer<typeof actorSchema>

/** What is shown only when a person asks: an address, a command, a value that may be a secret. */
const detailSchema = z.object({ name: z.string(), value: z.string() })
export type ActivityDetail = z.infer<typeof detailSchema>

/** One line of a panel's list of activity, without what may be secret. */
const lineSchema = z.object({
  id: lineIdSchema,
  /** As the panel names it: `server:power.restart`. */
  event: z.string(),
  /** By the panel's clock, in unix milliseconds. */
  at: z.number(),
  /** A sentence without its subject: `Restarted the server`. */
  text: z.string(),
  tone: z.enum(['ok', 'bad', 'plain']),
  actor: actorSchema,
  /** Whether there are details to show. */
  hides: z.boolean(),
})
export type PanelActivityLine = z.infer<typeof lineSchema>

/** A page of a panel's list of activity, newest first. */
const pageSchema = z.object({
  lines: z.array(lineSchema).max(maxActivityLines),
  page: z.number().int().min(1),
  /** As the panel counts them; at least `page`. */
  totalPages: z.number().int().min(1),
  /** Entries of this page that could not be read. */
  leftOut: z.number().int().min(0),
})
export type PanelActivityPage = z.infer<typeof pageSchema>

const server = z.object({ ref: serverRefSchema })
/** Pages that a person can turn to, counted from 1. */
const pageNumber = z.number().int().min(1).max(10_000)

/** What a panel tells of a server's activity. */
export const panelActivityContract = {
  /**
   * Reads a page of a server's activity, newest first. Errors beside those of any call to a panel: `not-on-panel`,
   * `unknown-server`, `all-permissions-needed`.
   */
  'panelActivity:list': {
    request: server.extend({ page: pageNumber, kind: z.enum(activityKinds) }),
    reply: pageSchema,
  },
  /** What a line hides: an address, a command, values of the startup. Error: `state-changed` once it is not held. */
  'panelActivity:details': {
    request: server.extend({ id: lineIdSchema }),
    reply: z.object({ details: z.array(detailSchema) }),
  },
} as const satisfies PartOfContract<'panelActivity'>
