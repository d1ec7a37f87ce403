const plain = /^[\w .:,;!?()[\]/+*-]*$/

/**
 * A text as every search of the app compares it: plain lower-case letters and punctuation, without invisible characters,
 * so that `cafe` finds `Café`, and `sky` a name in mathematical letters. Signs that the palette's fuzzysort takes for
 * one are one here too.
 */
export function fold(text: string): string {
  // Most texts are plain, and the rest costs several microseconds.
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/[đð]/g, 'd')
    .replace(/ħ/g, 'h')
    .replace(/ŧ/g, 't')
    .replace(/["`‚„\p{Pi}\p{Pf}]/gu, "'")
    .replace(/[−\p{Pd}]/gu, '-')
    .replace(/[\\⁄∕]/g, '/')
}

/** The words of what is typed, folded. */
export const wordsOf = (query: string): readonly string[] => fold(query).split(/\s+/).filter(Boolean)

/**
 * Whether a text has each of these words, in any order.
 * @param words folded, as from `wordsOf`
 */
export function hasWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const folded = fold(text)
  return words.every((word) => folded.includes(word))
}
