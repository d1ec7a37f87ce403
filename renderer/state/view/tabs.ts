import type { ServerRef } from '../../../shared/model/identifier.ts'

/** Maximum number of open consoles. */
const maxTabs = 8

/** The tabs with `ref` added; above the maximum the one opened first is closed. */
export function withTab(tabs: readonly ServerRef[], ref: ServerRef): readonly ServerRef[] {
  return tabs.includes(ref) ? tabs : [...tabs, ref].slice(-maxTabs)
}

/** The tabs without `ref`, and what to show in its place: its neighbour to the right, otherwise to the left. */
export function withoutTab(
  tabs: readonly ServerRef[],
  ref: ServerRef,
): { readonly tabs: readonly ServerRef[]; readonly next: ServerRef | null } {
  const at = tabs.indexOf(ref)
  const rest = tabs.filter((tab) => tab !== ref)
  return { tabs: rest, next: rest[Math.min(Math.max(at, 0), rest.length - 1)] ?? null }
}
