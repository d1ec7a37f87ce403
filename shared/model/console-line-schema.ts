import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { type ConsoleLine, type ConsoleStream, lineKinds } from './console-line.ts'

export const consoleLineSchema = z.object({
  seq: z.number(),
  at: z.number(),
  kind: z.enum(lineKinds),
  text: z.string(),
  entryId: z.string().optional(),
}) satisfies z.ZodType<ConsoleLine>

export const consoleStreamSchema = z.object({
  phase: z.enum(['connecting', 'open', 'waiting', 'held', 'none', 'ended']),
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<ConsoleStream>
