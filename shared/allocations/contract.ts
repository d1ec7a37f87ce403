import { z } from 'zod'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { allocationActs, allocationReaches, maxAllocationNotes, maxServerAllocations } from './allocations.ts'

/** The panel's own. */
export const allocationIdSchema = z.number().int().min(0)

/** As it is sent: one line. */
const notesSchema = z
  .string()
  .trim()
  .max(maxAllocationNotes)
  .regex(/^\P{Cc}*$/u)

const reachSchema = z.enum(allocationReaches)
export type AllocationReach = z.infer<typeof reachSchema>

/** An address that a panel gave a server. Its texts are safe to show. */
const allocationSchema = z.object({
  id: allocationIdSchema,
  /** With its port. The alias that the hosting company gave it, where that is a host name; else the machine’s IP address. */
  address: z.string(),
  reach: reachSchema,
  /**
   * The alias where that is no host name, such as `Main port`; the machine’s IP address where `address` shows the alias;
   * null for neither.
   */
  beside: z.string().nullable(),
  /** With its port: the machine’s name, which may lead here, where `address` is `0.0.0.0` or its like. */
  guess: z.string().nullable(),
  /** Empty for none. */
  notes: z.string(),
  isPrimary: z.boolean(),
})
export type ServerAllocation = z.infer<typeof allocationSchema>

/** A change that a running server takes up only when it starts again. */
const waitingChangeSchema = z.object({
  /** When it was made, in unix milliseconds. */
  at: z.number(),
  /** For how long the server had run by then, in milliseconds; null where that was not known. */
  uptimeMs: z.number().nullable(),
})
export type WaitingChange = z.infer<typeof waitingChangeSchema>

const actSchema = z.enum(allocationActs)
export type AllocationAct = z.infer<typeof actSchema>

/** The addresses of a server, as far as they were read, with what the panel tells beside them. */
const allocationsOfServerSchema = z.object({
  allocations: z.array(allocationSchema).max(maxServerAllocations),
  /** Number of entries that could not be read, or are beyond what is read of a list. */
  leftOut: z.number().int().min(0),
  /** How many it may have, the primary one among them; 0 where nobody may add or remove any, null where it is not told. */
  limit: z.number().int().min(0).nullable(),
  /** What the account may not do with them by the panel's own word. */
  denied: z.array(actSchema),
  /** What was changed from here while the server ran, until it has started again; null for nothing. */
  waiting: waitingChangeSchema.nullable(),
})
export type AllocationsOfServer = z.infer<typeof allocationsOfServerSchema>

const server = z.object({ ref: serverRefSchema })
const allocation = server.extend({ id: allocationIdSchema })

/**
 * The addresses of servers. Errors beside those of any call to a panel: `not-on-panel`, `unknown-server`,
 * `all-permissions-needed`, `allocation-not-found`.
 */
export const allocationsContract = {
  'allocations:list': { request: server, reply: allocationsOfServerSchema },
  /**
   * Changes the note of one, after those that were sent before; an empty one clears it. The reply tells the note as the
   * panel keeps it by now, null where it does not say.
   */
  'allocations:note': {
    request: allocation.extend({ notes: notesSchema }),
    reply: z.object({ notes: z.string().nullable() }),
  },
  /**
   * Has the panel assign another one, which is told where the answer tells it. Errors: `allocations-off`,
   * `allocations-used-up`.
   */
  'allocations:add': { request: server, reply: z.object({ added: allocationSchema.nullable() }) },
  /** Makes it the primary one, from the server's next start on. */
  'allocations:makePrimary': { request: allocation, reply: done },
  /** Gives it back, after a fresh look. Error: `allocation-primary`, where nothing was sent. */
  'allocations:remove': { request: allocation, reply: done },
} as const satisfies PartOfContract<'allocations'>
