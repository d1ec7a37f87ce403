import { z } from 'zod'
import { type KeepRule, maxKeepDays, maxKeepNewest } from './keep-rule.ts'

export const keepRuleSchema = z.object({
  newest: z.number().int().min(1).max(maxKeepNewest),
  days: z.number().int().min(0).max(maxKeepDays),
}) satisfies z.ZodType<KeepRule>
