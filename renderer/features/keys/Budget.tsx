import type { BudgetView } from '../../../shared/keys/contract.ts'
import { useNow } from '../../state/hooks.ts'
import { budgetWords } from './panel-words.ts'

/** The rate limit of a key on its card; nothing before an answer told of it. */
export function Budget({ budget }: { budget: BudgetView | null }) {
  const waits = budget !== null && (budget.heldUntil ?? budget.scarceUntil) !== null
  const now = useNow(waits ? 1_000 : null)
  if (budget === null) return null
  return (
    <div>
      <dt>Rate limit</dt>
      <dd>{budgetWords(budget, now)}</dd>
    </div>
  )
}
