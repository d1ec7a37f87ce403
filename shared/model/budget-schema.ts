import { z } from 'zod'
import type { BudgetView } from './budget.ts'

export const budgetSchema = z.object({
  limit: z.number().nullable(),
  remaining: z.number().nullable(),
  heldUntil: z.number().nullable(),
  scarceUntil: z.number().nullable(),
}) satisfies z.ZodType<BudgetView>
