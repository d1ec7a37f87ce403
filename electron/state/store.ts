import { createListeners } from '../../shared/listeners.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

export type StateListener = (state: AppState, before: AppState) => void
type Change = (state: AppState) => AppState

/**
 * @param onFailure called with what a listener threw. The caller of `update` must not see it: a failing notification
 * would make a signal that was sent look as if it was not.
 */
export function createStore(initial: AppState, onFailure?: (failure: unknown) => void) {
  let state = initial
  /** What the listeners have heard of. */
  let published = initial
  let revision = 0
  const listeners = createListeners<Parameters<StateListener>>(onFailure)

  function tell(): void {
    if (published === state) return
    const [next, before] = [state, published]
    published = next
    listeners.notify(next, before)
  }

  function apply(change: Change): () => void {
    tell()
    const next = change(state)
    if (next !== state) revision += 1
    state = next
    return tell
  }

  return {
    get: (): AppState => state,
    revision: (): number => revision,
    /** Applies a pure change; a change that returns the same value is no change. */
    update: (change: Change): void => apply(change)(),
    /**
     * The same, but the listeners, which take longer than the change, hear of it only with a call of the returned function,
     * at the latest before the next change. So what is as good as done is not held up by them, and they hear all in order.
     */
    apply,
    /** Returns the function that ends the subscription. */
    subscribe: listeners.add,
  }
}

/** The one state of the app. Immutable: every change is a new value with the next revision. */
export type StateStore = ReturnType<typeof createStore>
