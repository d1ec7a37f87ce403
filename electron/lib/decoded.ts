/** What a text of a URL says without its percent signs; null where they mean nothing. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
