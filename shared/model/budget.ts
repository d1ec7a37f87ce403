/**
 * A key's rate limit as its panel's answers told it. Null where they told nothing; the times, unix
 * milliseconds, are null when they are past.
 * - `heldUntil`: nothing goes out before, since the panel asked to wait (429).
 * - `scarceUntil`: background work waits until then, since what is left is for people.
 */
export type BudgetView = {
  limit: number | null
  remaining: number | null
  heldUntil: number | null
  scarceUntil: number | null
}
