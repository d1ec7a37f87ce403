import { z } from 'zod'
import { maxBackups } from './backup.ts'
import { backupIdSchema } from './backup-schema.ts'
import { type KeepPlan, type KeepReason, type KeepRule, maxKeepDays, maxKeepNewest } from './keep-rule.ts'

export const keepRuleSchema = z.object({
  newest: z.number().int().min(1).max(maxKeepNewest),
  days: z.number().int().min(0).max(maxKeepDays),
}) satisfies z.ZodType<KeepRule>

export const keepReasonSchema = z.enum([
  'newest',
  'day',
  'locked',
  'fits',
  'pending',
  'failed',
  'unknown',
]) satisfies z.ZodType<KeepReason>

export const keepPlanSchema = z.object({
  go: z.array(backupIdSchema).max(maxBackups),
  stay: z.array(z.object({ id: backupIdSchema, reason: keepReasonSchema })).max(maxBackups),
  lacking: z.number().int().min(0),
}) satisfies z.ZodType<KeepPlan>
