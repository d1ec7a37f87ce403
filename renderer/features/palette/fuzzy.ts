import fuzzysort from 'fuzzysort'

/** A text made ready to be searched: folded, and prepared so that many searches share the work. */
export type Target = { readonly text: string; readonly prepared: ReturnType<typeof fuzzysort.prepare> }

/** Small plain letters, so that `cafe` finds `Café`, and `sky` one that is written in letters of mathematics. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ł/g, 'l')
}

export function target(name: string): Target {
  const text = fold(name)
  return { text, prepared: fuzzysort.prepare(text) }
}

/** The words of what is typed, folded. */
export function wordsOf(query: string): readonly string[] {
  return fold(query).split(/\s+/).filter(Boolean)
}

/** So that a good fit counts more than what was done before, and that more than a shorter text. */
const pointsPerWord = 10

/**
 * How well a text fits: every word's letters in their order, in any order of the words; more for beginnings of
 * words and for letters in a row, a little less for a longer text. Null where it does not fit.
 * @param words folded, as `wordsOf` gives them
 */
export function match({ text, prepared }: Target, words: readonly string[]): number | null {
  const shorter = -text.length * 0.01
  if (words.length === 0) return shorter
  const found = fuzzysort.single(words.join(' '), prepared)
  return found === null ? null : found.score * words.length * pointsPerWord + shorter
}
