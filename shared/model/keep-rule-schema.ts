import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { type KeepRule, type KeepRun, maxKeepDays, maxKeepNewest } from './keep-rule.ts'

export const keepRuleSchema = z.object({
  newest: z.number().int().min(1).max(maxKeepNewest),
  days: z.number().int().min(0).max(maxKeepDays),
  daily: z.literal(true).optional(),
}) satisfies z.ZodType<KeepRule>

export const keepRunSchema = z.object({
  ref: serverRefSchema,
  name: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  deleted: z.array(z.string()),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<KeepRun>
