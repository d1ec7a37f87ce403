import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { maxCommandLength } from './command-length.ts'
import type { ConsoleEntry, ConsoleView } from './console.ts'
import { consoleStreamSchema } from './console-line-schema.ts'
import { keyIdSchema } from './identifier-schema.ts'

/**
 * One console command: a single line with some visible text and no control characters. Outer white space is dropped, as
 * panels do.
 */
export const consoleCommandSchema = z
  .string()
  .trim()
  .min(1)
  .max(maxCommandLength)
  .regex(/^\P{Cc}*$/u) satisfies z.ZodType<ConsoleEntry['command']>

export const consoleEntrySchema = z.object({
  id: z.string(),
  command: z.string(),
  sentAt: z.number(),
  phase: z.enum(['sending', 'waiting', 'sent', 'refused', 'unconfirmed']),
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
  otherKeyId: keyIdSchema.nullable(),
  isAutomatic: z.boolean().optional(),
}) satisfies z.ZodType<ConsoleEntry>

export const consoleViewSchema = z.object({
  entries: z.array(consoleEntrySchema),
  stream: consoleStreamSchema.nullable(),
}) satisfies z.ZodType<ConsoleView>
