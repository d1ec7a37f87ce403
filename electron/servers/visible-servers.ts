import { createListeners } from '../../shared/listeners.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'

/** The servers that a person sees now, as the window reports: they are polled more often. */
export type VisibleServers = {
  set(refs: readonly ServerRef[]): void
  has(ref: ServerRef): boolean
  refs(): readonly ServerRef[]
  /** Calls `listener` whenever they are set; returns the function that ends the subscription. */
  onChange(listener: () => void): () => void
}

/** Starts with no server visible. */
export function createVisibleServers(): VisibleServers {
  let seen: ReadonlySet<ServerRef> = new Set()
  const listeners = createListeners()
  return {
    set(refs) {
      seen = new Set(refs)
      listeners.notify()
    },
    has: (ref) => seen.has(ref),
    refs: () => [...seen],
    onChange: listeners.add,
  }
}
