import type { ServerRef } from '../../shared/model/identifier.ts'

/** The servers that a person sees now, as the window tells: these are read more often than the rest. */
export type InView = {
  set(refs: readonly ServerRef[]): void
  has(ref: ServerRef): boolean
  refs(): readonly ServerRef[]
}

export function createInView(): InView {
  let seen: ReadonlySet<ServerRef> = new Set()
  return {
    set(refs) {
      seen = new Set(refs)
    },
    has: (ref) => seen.has(ref),
    refs: () => [...seen],
  }
}
