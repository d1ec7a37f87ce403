import { z } from 'zod'
import { serverRefSchema } from './identifier.ts'
import { originSchema, powerSignalSchema } from './power.ts'

/** What happened, or was done. A console command's text is not kept: it may hold what nobody else should read. */
const activityEventSchema = z.discriminatedUnion('kind', [
  /** A power action that came to its end; `why` is the error's message where there was one. */
  z.object({
    kind: z.literal('power'),
    signal: powerSignalSchema,
    origin: originSchema,
    phase: z.enum(['confirmed', 'unconfirmed', 'refused', 'stalled']),
    why: z.string().nullable(),
  }),
  z.object({ kind: z.literal('command'), origin: originSchema }),
  /** A restart with warnings that came to its end. */
  z.object({
    kind: z.literal('plan'),
    phase: z.enum(['done', 'cancelled', 'failed', 'missed']),
    origin: originSchema,
    why: z.string().nullable(),
  }),
  /** One thing done to several servers; `name` says what. The counts are of servers. */
  z.object({
    kind: z.literal('bulk'),
    confirmed: z.number(),
    unconfirmed: z.number(),
    stalled: z.number(),
    failed: z.number(),
    cancelled: z.number(),
  }),
  /** A server that stopped or crashed without being asked. */
  z.object({ kind: z.enum(['stopped', 'crashed']) }),
  /** A server that runs again after it had stopped by itself. */
  z.object({ kind: z.literal('back') }),
  /** A server that keeps going down and coming back: how often in how many milliseconds. */
  z.object({ kind: z.literal('flapping'), count: z.number(), spanMs: z.number() }),
  /** A key that the panel no longer takes. */
  z.object({ kind: z.literal('key-refused') }),
])
export type ActivityEvent = z.infer<typeof activityEventSchema>

/** One line of the activity list. `name` is the server's or the key's, as it was then. */
export const activityEntrySchema = z.object({
  id: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  ref: serverRefSchema.nullable(),
  name: z.string(),
  event: activityEventSchema,
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>
