import type { ServerRef } from '../../shared/model/identifier.ts'

/** Maximum number of open consoles. */
const maxTabs = 8

/** The tabs with `ref` among them; where they are too many, the one opened first goes. */
export function withTab(tabs: readonly ServerRef[], ref: ServerRef): readonly ServerRef[] {
  return tabs.includes(ref) ? tabs : [...tabs, ref].slice(-maxTabs)
}

/** The tabs without `ref`, and what to show where it was: its neighbour to the right, else to the left. */
export function withoutTab(
  tabs: readonly ServerRef[],
  ref: ServerRef,
): { readonly tabs: readonly ServerRef[]; readonly next: ServerRef | null } {
  const at = tabs.indexOf(ref)
  const rest = tabs.filter((tab) => tab !== ref)
  return { tabs: rest, next: rest[Math.min(Math.max(at, 0), rest.length - 1)] ?? null }
}
