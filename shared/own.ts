/**
 * What a table holds under a name that came from outside; undefined where it holds nothing. A plain look-up finds
 * what every object inherits, `constructor` for one.
 */
export function own<V>(table: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
