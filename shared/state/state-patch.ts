import { keysOf } from '../tables.ts'
import { emptyTables } from './state.ts'
import type { AppState, Tables } from './state-schema.ts'

type Table<V> = Readonly<Record<string, V>>
type TablePatch<V> = { set: Record<string, V>; drop: string[]; order?: string[] | undefined }
type Slices = Omit<AppState, keyof Tables>

/**
 * The difference between the states of two revisions: the new value of each single slice, and for each table the
 * entries to set, the ids to delete, and the order of all ids where setting alone would not give it. What did not
 * change is absent.
 */
export type StatePatch = { from: number; to: number } & { [S in keyof Slices]?: Slices[S] | undefined } & {
  [T in keyof Tables]?: TablePatch<Tables[T][keyof Tables[T]]> | undefined
}

const tableNames = keysOf(emptyTables)
const sliceNames: readonly (keyof Slices)[] = ['app', 'vault', 'preferences']

function diffTable<V>(before: Table<V>, after: Table<V>): TablePatch<V> | undefined {
  if (before === after) return undefined
  const order = Object.keys(after)
  const changed = order.filter((id) => before[id] !== after[id])
  const { kept = [], drop = [] } = Object.groupBy(Object.keys(before), (id) =>
    Object.hasOwn(after, id) ? 'kept' : 'drop',
  )
  const patch = { set: Object.fromEntries(changed.map((id) => [id, after[id] as V])), drop }
  // New entries are added at the end, so the order is told only where it differs from that.
  const added = changed.filter((id) => !Object.hasOwn(before, id))
  if (order.some((id, i) => id !== (kept[i] ?? added[i - kept.length]))) return { ...patch, order }
  return changed.length === 0 && drop.length === 0 ? undefined : patch
}

/** A table with its ids in another order; ids that are not named come last. */
export function inOrder<V>(table: Table<V>, order: readonly string[]): Record<string, V> {
  const place = new Map(order.map((id, i) => [id, i]))
  const placeOf = (id: string) => place.get(id) ?? order.length
  return Object.fromEntries(Object.entries(table).sort(([a], [b]) => placeOf(a) - placeOf(b)))
}

/** A table without some of its entries. */
export function without<V>(table: Table<V>, drop: readonly string[]): Table<V> {
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
  const slices = sliceNames.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]])
  const tables = tableNames.flatMap((name) => {
    const patch = diffTable<unknown>(before[name], after[name])
    return patch === undefined ? [] : [[name, patch]]
  })
  return Object.fromEntries([...slices, ...tables])
}

/** The state after `patch`. Untouched values keep their identity, so that views can skip them. */
export function applyPatch(state: AppState, patch: StatePatch): AppState {
  const slices = sliceNames.map((name) => [name, patch[name] ?? state[name]])
  const tables = tableNames.map((name) => [name, applyTable<unknown>(state[name], patch[name])])
  return Object.fromEntries([...slices, ...tables])
}
