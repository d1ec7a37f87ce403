import type { BudgetView } from '../../shared/keys/contract.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { changeKey } from '../state/updates.ts'

/**
 * The least time between two changes that only show how much is left, in milliseconds: every answer tells that anew, and
 * each change of the state has its price.
 */
const showLeftEveryMs = 10_000

/** True where both say the same but for how much is left. */
const isAlike = (a: BudgetView, b: BudgetView) =>
  a.limit === b.limit && a.heldUntil === b.heldUntil && a.scarceUntil === b.scarceUntil

/** Keeps the rate budgets in the state near to what they are, without a change for every answer. */
export function createBudgetWatch({ store, clock }: Pick<FeatureBasics, 'store' | 'clock'>) {
  /** When each budget in the state was shown, in steady milliseconds. It is forgotten with its key. */
  const shownAt = new WeakMap<BudgetView, number>()
  return {
    /** Shows what is known of a key's rate limit: news at once, what is left with the first answer after ten seconds. */
    note(keyId: KeyId, budget: BudgetView): void {
      const shown = own(store.get().keys, keyId)?.budget
      if (shown === undefined) return
      if (shown !== null && isAlike(shown, budget)) {
        const nextAt = (shownAt.get(shown) ?? Number.NEGATIVE_INFINITY) + showLeftEveryMs
        if (shown.remaining === budget.remaining || clock.steady() < nextAt) return
      }
      store.update(changeKey(keyId, { budget }))
      shownAt.set(budget, clock.steady())
    },
  }
}
