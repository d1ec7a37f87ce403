/**
 * The value of a table under a name from outside; undefined where there is none. Indexing alone would also find
 * inherited members such as `constructor`.
 */
export function own<V>(table: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
