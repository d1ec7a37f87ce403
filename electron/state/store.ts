import type { AppState } from '../../shared/state/state.ts'

export type StateListener = (state: AppState, before: AppState) => void

/** The one state of the app. Immutable: every change is a new value with the next revision. */
export type StateStore = {
  get(): AppState
  revision(): number
  /** Applies a pure change; a change that returns the same value is no change. */
  update(change: (state: AppState) => AppState): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: StateListener): () => void
}

function rethrow(failure: unknown): never {
  throw failure
}

/**
 * @param onFailure called with what a listener threw. The caller of `update` must not see it: a failing notification
 * would make a signal that was sent look as if it was not.
 */
export function createStore(initial: AppState, onFailure: (failure: unknown) => void = rethrow): StateStore {
  let state = initial
  let revision = 0
  const listeners = new Set<StateListener>()
  return {
    get: () => state,
    revision: () => revision,
    update(change) {
      const before = state
      const next = change(before)
      if (next === before) return
      state = next
      revision += 1
      for (const listener of [...listeners]) {
        try {
          listener(next, before)
        } catch (failure) {
          onFailure(failure)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
