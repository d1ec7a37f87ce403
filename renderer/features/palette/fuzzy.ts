import fuzzysort from 'fuzzysort'
import { fold } from '../../../shared/model/search.ts'

/** A text prepared for searching: folded, and indexed so that many searches share the work. */
export type Target = { readonly text: string; readonly prepared: ReturnType<typeof fuzzysort.prepare> }

/** Prepares a text for searching. */
export function target(name: string): Target {
  const text = fold(name)
  return { text, prepared: fuzzysort.prepare(text) }
}

/** Points of a word with the best score: a better match counts more than recent use, and that more than a shorter text. */
const pointsPerWord = 10

/**
 * How well a text matches: every word's letters must occur in order, the words in any order. Beginnings of words and
 * letters in a row count more, a longer text a little less. Null for no match.
 * @param words folded, as from `wordsOf`
 */
export function match({ text, prepared }: Target, words: readonly string[]): number | null {
  const shorter = -text.length * 0.01
  if (words.length === 0) return shorter
  const found = fuzzysort.single(words.join(' '), prepared)
  return found === null ? null : found.score * words.length * pointsPerWord + shorter
}
