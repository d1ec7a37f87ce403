import type { BudgetView } from '../../shared/model/budget.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { changeKey } from '../state/updates.ts'

/** A key's budget is shown anew at most this often, in milliseconds. */
const showEveryMs = 1_000

const isSame = (a: BudgetView | null | undefined, b: BudgetView) =>
  a?.limit === b.limit && a.remaining === b.remaining && a.heldUntil === b.heldUntil && a.scarceUntil === b.scarceUntil

export type BudgetWatch = {
  /** Shows what is known of a key's rate limit: at once, or when a second has passed since the last time. */
  note(keyId: KeyId, budget: BudgetView): void
  dispose(): void
}

/** Keeps the rate budgets in the state near to what they are, without a change for every answer. */
export function createBudgetWatch({ store, clock }: { store: StateStore; clock: Clock }): BudgetWatch {
  /** The keys shown within the last second, with the newest value that came since. */
  const resting = new Map<KeyId, { newest: BudgetView | null; cancel: () => void }>()

  function show(keyId: KeyId, budget: BudgetView): void {
    const key = own(store.get().keys, keyId)
    if (key === undefined || isSame(key.budget, budget)) return
    store.update(changeKey(keyId, { budget }))
    resting.set(keyId, { newest: null, cancel: clock.after(showEveryMs, () => wake(keyId)) })
  }

  function wake(keyId: KeyId): void {
    const newest = resting.get(keyId)?.newest
    resting.delete(keyId)
    if (newest != null) show(keyId, newest)
  }

  return {
    note(keyId, budget) {
      const rest = resting.get(keyId)
      if (rest === undefined) show(keyId, budget)
      else rest.newest = budget
    },
    dispose() {
      for (const rest of resting.values()) rest.cancel()
      resting.clear()
    },
  }
}
