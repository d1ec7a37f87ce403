import { z } from 'zod'
import { panelScheduleDeeds, reinstallSteps } from './activity.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { originSchema, powerSignalSchema } from './power-schema.ts'

const panelScheduleDeedSchema = z.enum(panelScheduleDeeds)

const activityEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('power'),
    signal: powerSignalSchema,
    origin: originSchema,
    phase: z.enum(['confirmed', 'unconfirmed', 'refused', 'stalled']),
    why: z.string().nullable(),
  }),
  z.object({ kind: z.literal('command'), origin: originSchema }),
  z.object({
    kind: z.literal('plan'),
    phase: z.enum(['done', 'cancelled', 'failed', 'missed']),
    origin: originSchema,
    why: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('backup'),
    phase: z.enum(['done', 'failed', 'not-seen']),
    origin: originSchema,
    why: z.string().nullable(),
  }),
  z.object({ kind: z.literal('keep'), count: z.number(), names: z.string(), origin: originSchema }),
  z.object({
    kind: z.literal('restore'),
    phase: z.enum(['done', 'failed', 'unknown']),
    origin: originSchema,
    why: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('reinstall'),
    phase: z.enum(reinstallSteps),
    origin: originSchema,
    why: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('panel-schedule'),
    act: panelScheduleDeedSchema,
    schedule: z.string(),
    origin: originSchema,
  }),
  z.object({
    kind: z.literal('bulk'),
    confirmed: z.number(),
    unconfirmed: z.number(),
    stalled: z.number(),
    failed: z.number(),
    cancelled: z.number(),
  }),
  z.object({ kind: z.enum(['stopped', 'crashed']) }),
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('back') }),
  z.object({ kind: z.literal('flapping'), count: z.number(), spanMs: z.number() }),
  z.object({ kind: z.literal('key-refused') }),
])

/** One entry of the activity list. `name` is the server's or the key's at that time. */
export const activityEntrySchema = z.object({
  id: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  ref: serverRefSchema.nullable(),
  name: z.string(),
  event: activityEventSchema,
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>
