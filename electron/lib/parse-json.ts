/** What a JSON text says; undefined for a text that is none. For a schema to look at next. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
