import type { ServerRef } from '../../shared/model/identifier.ts'

/** The servers that a person sees now, as the window tells: these are read more often than the rest. */
export type VisibleServers = {
  set(refs: readonly ServerRef[]): void
  has(ref: ServerRef): boolean
  refs(): readonly ServerRef[]
  /** Tells each time that others may be seen; returns the function that ends it. */
  onChange(listener: () => void): () => void
}

export function createVisibleServers(): VisibleServers {
  let seen: ReadonlySet<ServerRef> = new Set()
  const listeners = new Set<() => void>()
  return {
    set(refs) {
      seen = new Set(refs)
      for (const listener of [...listeners]) listener()
    },
    has: (ref) => seen.has(ref),
    refs: () => [...seen],
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
