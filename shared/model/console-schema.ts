import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { maxCommandLength } from './command-length.ts'
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
  .regex(/^\P{Cc}*$/u)

/** What became of one command. `unconfirmed`: it may or may not have arrived. */
export const consoleEntrySchema = z.object({
  id: z.string(),
  command: z.string(),
  sentAt: z.number(),
  phase: z.enum(['sending', 'waiting', 'sent', 'refused', 'unconfirmed']),
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** The key to offer after this one was refused; never tried automatically. */
  otherKeyId: keyIdSchema.nullable(),
  /** Sent by a plan or a bulk action, not typed. */
  isAutomatic: z.boolean().optional(),
})
export type ConsoleEntry = z.infer<typeof consoleEntrySchema>

/** The newest commands sent to one server, oldest first; `stream` while somebody looks at its console. */
export const consoleViewSchema = z.object({
  entries: z.array(consoleEntrySchema),
  stream: consoleStreamSchema.nullable(),
})
export type ConsoleView = z.infer<typeof consoleViewSchema>
