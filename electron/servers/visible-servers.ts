import { createListeners } from '../../shared/listeners.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'

/** Starts with no server visible. */
export function createVisibleServers() {
  let seen: ReadonlySet<ServerRef> = new Set()
  const listeners = createListeners()
  return {
    set(refs: readonly ServerRef[]): void {
      seen = new Set(refs)
      listeners.notify()
    },
    has: (ref: ServerRef): boolean => seen.has(ref),
    refs: (): readonly ServerRef[] => [...seen],
    /** Calls `listener` whenever they are set; returns the function that ends the subscription. */
    onChange: listeners.add,
  }
}

/** The servers that a person sees now, as the window reports: they are polled more often. */
export type VisibleServers = ReturnType<typeof createVisibleServers>
