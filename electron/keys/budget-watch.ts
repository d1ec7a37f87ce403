import type { BudgetView } from '../../shared/model/budget.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { changeKey } from '../state/updates.ts'

/** How much is left is shown anew at most this often, in milliseconds; it changes with every answer. */
const showLeftEveryMs = 5_000

/** True where what a person goes by is the same, whatever is left. */
const isAlike = (a: BudgetView, b: BudgetView) =>
  a.limit === b.limit && a.heldUntil === b.heldUntil && a.scarceUntil === b.scarceUntil

export type BudgetWatch = {
  /** Shows what is known of a key's rate limit: news at once, what is left with the first answer after five seconds. */
  note(keyId: KeyId, budget: BudgetView): void
}

/** Keeps the rate budgets in the state near to what they are, without a change for every answer. */
export function createBudgetWatch({ store, clock }: { store: StateStore; clock: Clock }): BudgetWatch {
  const shownAt = new Map<KeyId, number>()
  return {
    note(keyId, budget) {
      const key = own(store.get().keys, keyId)
      if (key === undefined) return
      if (key.budget !== null && isAlike(key.budget, budget)) {
        const isEarly = Math.abs(clock.now() - (shownAt.get(keyId) ?? 0)) < showLeftEveryMs
        if (isEarly || key.budget.remaining === budget.remaining) return
      }
      store.update(changeKey(keyId, { budget }))
      shownAt.set(keyId, clock.now())
    },
  }
}
