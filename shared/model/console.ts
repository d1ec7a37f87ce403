import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { maxCommandLength } from './command-length.ts'
import { consoleStreamSchema } from './console-line.ts'
import { keyIdSchema } from './identifier.ts'

/**
 * One console command: some visible text, one line, no control characters.
 * Outer white space is dropped, as panels do it themselves.
 */
export const consoleCommandSchema = z
  .string()
  .trim()
  .min(1)
  .max(maxCommandLength)
  .regex(/^\P{Cc}*$/u)

/** What became of one command. `unconfirmed`: it is not known whether it arrived. */
export const consoleEntrySchema = z.object({
  id: z.string(),
  command: z.string(),
  sentAt: z.number(),
  phase: z.enum(['sending', 'waiting', 'sent', 'refused', 'unconfirmed']),
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** The key to offer after this one was refused; never tried by itself. */
  otherKeyId: keyIdSchema.nullable(),
  /** Sent by a plan or a bulk action, not typed. */
  isAutomatic: z.boolean().optional(),
})
export type ConsoleEntry = z.infer<typeof consoleEntrySchema>

/** The commands sent to one server, oldest first, bounded by the main process; `stream` while somebody looks. */
export const consoleViewSchema = z.object({
  entries: z.array(consoleEntrySchema),
  stream: consoleStreamSchema.nullable(),
})
export type ConsoleView = z.infer<typeof consoleViewSchema>
