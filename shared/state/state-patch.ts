import type { AppState } from './state.ts'
import type { StatePatch } from './state-patch-schema.ts'

type Table<V> = Readonly<Record<string, V>>
type TablePatch<V> = { set: Record<string, V>; drop: string[]; order?: string[] | undefined }

function diffTable<V>(before: Table<V>, after: Table<V>): TablePatch<V> | undefined {
  if (before === after) return undefined
  const order = Object.keys(after)
  const changed = order.filter((id) => before[id] !== after[id])
  const [kept, drop] = partition(Object.keys(before), (id) => Object.hasOwn(after, id))
  const patch = { set: Object.fromEntries(changed.map((id) => [id, after[id] as V])), drop }
  // What is set anew comes last by itself; only another order has to be told.
  const added = changed.filter((id) => !Object.hasOwn(before, id))
  if (order.some((id, i) => id !== (kept[i] ?? added[i - kept.length]))) return { ...patch, order }
  return changed.length === 0 && drop.length === 0 ? undefined : patch
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []]
  for (const item of items) (test(item) ? yes : no).push(item)
  return [yes, no]
}

/** A table with its ids in another order; ids that are not named come last. */
export function inOrder<V>(table: Table<V>, order: readonly string[]): Record<string, V> {
  const place = new Map(order.map((id, i) => [id, i]))
  const placeOf = (id: string) => place.get(id) ?? order.length
  return Object.fromEntries(Object.entries(table).sort(([a], [b]) => placeOf(a) - placeOf(b)))
}

function without<V>(table: Table<V>, drop: readonly string[]): Table<V> {
  if (drop.length === 0) return table
  const gone = new Set(drop)
  return Object.fromEntries(Object.entries(table).filter(([id]) => !gone.has(id)))
}

function applyTable<V>(before: Table<V>, patch: TablePatch<V> | undefined): Table<V> {
  if (patch === undefined) return before
  const table = { ...without(before, patch.drop), ...patch.set }
  return patch.order === undefined ? table : inOrder(table, patch.order)
}

/** What changed between two states, by identity of values: equal references are taken as unchanged. */
export function diffState(before: AppState, after: AppState): Omit<StatePatch, 'from' | 'to'> {
  const panels = diffTable(before.panels, after.panels)
  const keys = diffTable(before.keys, after.keys)
  const servers = diffTable(before.servers, after.servers)
  const consoles = diffTable(before.consoles, after.consoles)
  const trends = diffTable(before.trends, after.trends)
  const plans = diffTable(before.plans, after.plans)
  const schedules = diffTable(before.schedules, after.schedules)
  const bulks = diffTable(before.bulks, after.bulks)
  const activity = diffTable(before.activity, after.activity)
  const notices = diffTable(before.notices, after.notices)
  return {
    ...(before.app !== after.app && { app: after.app }),
    ...(before.vault !== after.vault && { vault: after.vault }),
    ...(before.preferences !== after.preferences && { preferences: after.preferences }),
    ...(panels && { panels }),
    ...(keys && { keys }),
    ...(servers && { servers }),
    ...(consoles && { consoles }),
    ...(trends && { trends }),
    ...(plans && { plans }),
    ...(schedules && { schedules }),
    ...(bulks && { bulks }),
    ...(activity && { activity }),
    ...(notices && { notices }),
  }
}

/** The state after `patch`. Untouched values keep their identity, so that views can skip them. */
export function applyPatch(state: AppState, patch: StatePatch): AppState {
  return {
    app: patch.app ?? state.app,
    vault: patch.vault ?? state.vault,
    preferences: patch.preferences ?? state.preferences,
    panels: applyTable(state.panels, patch.panels),
    keys: applyTable(state.keys, patch.keys),
    servers: applyTable(state.servers, patch.servers),
    consoles: applyTable(state.consoles, patch.consoles),
    trends: applyTable(state.trends, patch.trends),
    plans: applyTable(state.plans, patch.plans),
    schedules: applyTable(state.schedules, patch.schedules),
    bulks: applyTable(state.bulks, patch.bulks),
    activity: applyTable(state.activity, patch.activity),
    notices: applyTable(state.notices, patch.notices),
  }
}
