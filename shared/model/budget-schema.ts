import { z } from 'zod'
/**
 * A key's rate limit as its panel's answers told it. Null where they told nothing; the times, in unix milliseconds, are
 * null once past.
 * - `heldUntil`: no request goes out before, since the panel asked to wait (429).
 * - `scarceUntil`: background work waits until then, since what is left is kept for people.
 */
export const budgetSchema = z.object({
  limit: z.number().nullable(),
  remaining: z.number().nullable(),
  heldUntil: z.number().nullable(),
  scarceUntil: z.number().nullable(),
})
export type BudgetView = z.infer<typeof budgetSchema>
