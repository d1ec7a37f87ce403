type Table<V> = Readonly<Record<string, V>>

/** The keys of a table whose type lists them all. */
export function keysOf<K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] {
  // TypeScript gives plain texts, since a value may have more keys than its type.
  return Object.keys(table) as K[]
}

/** A map, or one that is weak. */
type MapLike<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown }

/** What a map has under a key; where it has nothing, that is made and put there. */
export function getOrMake<K, V>(map: MapLike<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const known = new WeakMap<object, readonly unknown[]>()

/**
 * The values of a table, in its order. Tables are immutable, so the list is made once for each: for thousands of
 * entries that takes milliseconds, and many parts ask at every change.
 */
export function valuesOf<V>(table: Table<V>): readonly V[] {
  const listed = known.get(table) as readonly V[] | undefined
  if (listed !== undefined) return listed
  const values = Object.values(table)
  known.set(table, values)
  return values
}

/** A table with some of its values changed. Its list follows from the earlier one, since to list a table anew costs as much. */
export function withValues<V extends { readonly ref: string }>(table: Table<V>, changed: Table<V>): Table<V> {
  const next = { ...table, ...changed }
  if (Object.keys(changed).some((key) => !Object.hasOwn(table, key))) return next
  const values = valuesOf(table).map((value) => changed[value.ref] ?? value)
  known.set(next, values)
  return next
}

/** The values that are new or changed, of a table whose keys are its values' `ref`, such as servers. */
export function changedValues<V extends { readonly ref: string }>(before: Table<V>, after: Table<V>): readonly V[] {
  if (before === after) return []
  const earlier = valuesOf(before)
  // Most values keep their position, where comparing is faster than a look-up.
  return valuesOf(after).filter((value, i) => value !== earlier[i] && value !== before[value.ref])
}
