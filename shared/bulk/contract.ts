import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { consoleCommandSchema } from '../model/console-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { powerSignalSchema } from '../model/power-schema.ts'
import { restartChoicesSchema, restartWhenSchema } from '../model/restart-schema.ts'
import { maxBulkServers } from './words.ts'

/** What is done to each server. */
export const bulkWorkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('power'), signal: powerSignalSchema }),
  z.object({ kind: z.literal('command'), text: consoleCommandSchema }),
  // Counted down for so many seconds from the server's turn, or to one time for all of them, each a little after the
  // one before.
  z.object({ kind: z.literal('restart'), choices: restartChoicesSchema, when: restartWhenSchema }),
])
export type BulkWork = z.infer<typeof bulkWorkSchema>

/** Milliseconds from one server's turn to the next; null to wait for each one's outcome first. */
export const bulkPaceSchema = z.number().int().min(0).max(3_600_000).nullable()

export const bulkIdSchema = z.string().min(1).max(64)

/**
 * What became of one server.
 * - `confirmed`: the wanted state was seen, or the command was accepted.
 * - `unconfirmed`: sent, but the panel tells no more.
 * - `cancelled`: its turn never came, or its countdown was cancelled.
 */
const bulkOutcomeSchema = z.enum(['waiting', 'running', 'confirmed', 'unconfirmed', 'stalled', 'failed', 'cancelled'])
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>

export const bulkItemSchema = z.object({
  ref: serverRefSchema,
  outcome: bulkOutcomeSchema,
  error: appErrorSchema.nullable(),
})
export type BulkItem = z.infer<typeof bulkItemSchema>

export const bulkRefsSchema = z
  .array(serverRefSchema)
  .min(1)
  .max(maxBulkServers)
  .refine((refs) => new Set(refs).size === refs.length)

/** A bulk action: one thing done to several servers, one after the other. Times are unix milliseconds. */
export const bulkViewSchema = z.object({
  id: bulkIdSchema,
  work: bulkWorkSchema,
  /** In the order of their turns. */
  items: z.array(bulkItemSchema),
  staggerMs: bulkPaceSchema,
  /** `done` once each server has an outcome; `cancelled` where some were cancelled. */
  phase: z.enum(['running', 'paused', 'cancelled', 'done']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
})
export type BulkView = z.infer<typeof bulkViewSchema>
