import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { type BulkItem, type BulkOutcome, type BulkView, type BulkWork, maxBulkServers } from './bulk.ts'
import { consoleCommandSchema } from './console-schema.ts'
import type { ServerRef } from './identifier.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { powerSignalSchema } from './power-schema.ts'
import { restartChoicesSchema, restartWhenSchema } from './restart-schema.ts'

export const bulkWorkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('power'), signal: powerSignalSchema }),
  z.object({ kind: z.literal('command'), text: consoleCommandSchema }),
  z.object({ kind: z.literal('restart'), choices: restartChoicesSchema, when: restartWhenSchema }),
]) satisfies z.ZodType<BulkWork>

export const bulkPaceSchema = z.number().int().min(0).max(3_600_000).nullable() satisfies z.ZodType<
  BulkView['staggerMs']
>

export const bulkIdSchema = z.string().min(1).max(64) satisfies z.ZodType<BulkView['id']>

const bulkOutcomeSchema = z.enum([
  'waiting',
  'running',
  'confirmed',
  'unconfirmed',
  'stalled',
  'failed',
  'cancelled',
]) satisfies z.ZodType<BulkOutcome>

export const bulkItemSchema = z.object({
  ref: serverRefSchema,
  outcome: bulkOutcomeSchema,
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<BulkItem>

export const bulkRefsSchema = z
  .array(serverRefSchema)
  .min(1)
  .max(maxBulkServers)
  .refine((refs) => new Set(refs).size === refs.length) satisfies z.ZodType<ServerRef[]>

export const bulkViewSchema = z.object({
  id: bulkIdSchema,
  work: bulkWorkSchema,
  items: z.array(bulkItemSchema),
  staggerMs: bulkPaceSchema,
  phase: z.enum(['running', 'paused', 'cancelled', 'done']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
}) satisfies z.ZodType<BulkView>
