import { z } from 'zod'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  allocationIdSchema,
  allocationNotesSchema,
  allocationsOfServerSchema,
  serverAllocationSchema,
} from '../model/server-allocation-schema.ts'
import { done, type PartOfContract } from './contract-part.ts'

const ofServer = z.object({ ref: serverRefSchema })
const allocation = ofServer.extend({ id: allocationIdSchema })

/** The addresses of servers. */
export const allocationsContract = {
  /**
   * Reads the addresses of a server. Errors of all channels of addresses beside those of any call to a panel:
   * `not-on-panel`, `unknown-server`, `all-permissions-needed`, `allocation-not-found`.
   */
  'allocations:list': { request: ofServer, reply: allocationsOfServerSchema },
  /**
   * Changes the note of one, after those that were sent before; an empty one clears it. The reply tells the note as the
   * panel keeps it by now, null where it does not say.
   */
  'allocations:note': {
    request: allocation.extend({ notes: allocationNotesSchema }),
    reply: z.object({ notes: z.string().nullable() }),
  },
  /**
   * Has the panel assign another one, which is told where the answer tells it. Errors: `allocations-off`,
   * `allocations-used-up`.
   */
  'allocations:add': { request: ofServer, reply: z.object({ added: serverAllocationSchema.nullable() }) },
  /** Makes it the primary one, from the server's next start on. */
  'allocations:makePrimary': { request: allocation, reply: done },
  /** Gives it back, after a fresh look. Error: `allocation-primary`, where nothing was sent. */
  'allocations:remove': { request: allocation, reply: done },
} as const satisfies PartOfContract<'allocations'>
