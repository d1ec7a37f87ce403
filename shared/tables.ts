type Table<V> = Readonly<Record<string, V>>

const known = new WeakMap<object, readonly unknown[]>()

/**
 * The values of a table of the state, in its order. A table never changes, so they are listed once for each: of one of
 * thousands that takes milliseconds, and many parts look at every change.
 */
export function valuesOf<V>(table: Table<V>): readonly V[] {
  const listed = known.get(table) as readonly V[] | undefined
  if (listed !== undefined) return listed
  const values = Object.values(table)
  known.set(table, values)
  return values
}

/** The servers, or whatever else bears its own name in its table, that are new or other ones than before. */
export function changedValues<V extends { readonly ref: string }>(before: Table<V>, after: Table<V>): readonly V[] {
  if (before === after) return []
  const earlier = valuesOf(before)
  // Most stand where they stood, which is cheaper to see than to look them up.
  return valuesOf(after).filter((value, i) => value !== earlier[i] && value !== before[value.ref])
}
