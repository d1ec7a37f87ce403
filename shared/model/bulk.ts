import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { consoleCommandSchema } from './console.ts'
import { serverRefSchema } from './identifier.ts'
import { powerSignalSchema } from './power.ts'
import { restartChoicesSchema } from './restart.ts'
import { longestWarningSeconds } from './restart-choices.ts'

/** What is done to each server. */
export const bulkWorkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('power'), signal: powerSignalSchema }),
  z.object({ kind: z.literal('command'), text: consoleCommandSchema }),
  /** A restart with warnings, whose zero is `inSeconds` after the server's turn comes. */
  z.object({
    kind: z.literal('restart'),
    choices: restartChoicesSchema,
    inSeconds: z.number().int().min(0).max(longestWarningSeconds),
  }),
])
export type BulkWork = z.infer<typeof bulkWorkSchema>

/** Milliseconds from one server's turn to the next; null to wait for each one's outcome first. */
export const bulkPaceSchema = z.number().int().min(0).max(3_600_000).nullable()

export const bulkIdSchema = z.string().min(1).max(64)

/**
 * What became of one server. `confirmed`: the state that was wanted was seen, or the command was taken.
 * `unconfirmed`: sent, but the panel tells no more. `cancelled`: its turn never came, or its countdown was ended.
 */
export const bulkOutcomeSchema = z.enum([
  'waiting',
  'running',
  'confirmed',
  'unconfirmed',
  'stalled',
  'failed',
  'cancelled',
])
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>

export const bulkItemSchema = z.object({
  ref: serverRefSchema,
  outcome: bulkOutcomeSchema,
  error: appErrorSchema.nullable(),
})
export type BulkItem = z.infer<typeof bulkItemSchema>

/** The most servers of one bulk action. */
export const maxBulkServers = 1_000

export const bulkRefsSchema = z
  .array(serverRefSchema)
  .min(1)
  .max(maxBulkServers)
  .refine((refs) => new Set(refs).size === refs.length)

/** One thing done to several servers, one after the other. Times are unix milliseconds. */
export const bulkViewSchema = z.object({
  id: bulkIdSchema,
  work: bulkWorkSchema,
  /** In the order of their turns. */
  items: z.array(bulkItemSchema),
  staggerMs: bulkPaceSchema,
  /** `done` once each has an outcome; `cancelled` where some were given up. */
  phase: z.enum(['running', 'paused', 'cancelled', 'done']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
})
export type BulkView = z.infer<typeof bulkViewSchema>
