/** Removes the oldest entry of a map that has `most` entries, before one more is added. */
export function makeRoom(map: Map<string, unknown>, most: number) {
  const oldest = map.keys().next().value
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
}
