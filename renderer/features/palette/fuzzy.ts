/** A text made ready to be searched: folded, with the places where words begin. */
export type Target = { readonly text: string; readonly starts: Uint8Array }

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

const wordChar = /[\p{L}\p{N}]/u

/** A word begins after anything that is no letter or digit. */
export function target(name: string): Target {
  const text = fold(name)
  const starts = new Uint8Array(text.length)
  let wasInWord = false
  for (let i = 0; i < text.length; i += 1) {
    const isInWord = wordChar.test(text[i] ?? '')
    starts[i] = isInWord && !wasInWord ? 1 : 0
    wasInWord = isInWord
  }
  return { text, starts }
}

const points = { letter: 1, wordStart: 8, next: 5, textStart: 4, gap: 0.15 } as const

/** The points of a letter at `at`, when the one before it was found at `before` (-1 for none). */
function letterScore({ starts }: Target, at: number, before: number): number {
  const isNext = before !== -1 && at === before + 1
  const gap = before === -1 || isNext ? 0 : Math.min(3, (at - before) * points.gap)
  return (
    points.letter +
    (starts[at] === 1 ? points.wordStart : 0) +
    (isNext ? points.next : 0) +
    (at === 0 ? points.textStart : 0) -
    gap
  )
}

/** Where the letter stands next: where it goes on at once, else at the next beginning of a word, else anywhere. */
function place({ text, starts }: Target, letter: string, from: number, goesOn: boolean): number {
  if (goesOn && text[from] === letter) return from
  const first = text.indexOf(letter, from)
  for (let at = first; at !== -1; at = text.indexOf(letter, at + 1)) if (starts[at] === 1) return at
  return first
}

/** The points of a word whose first letter is taken at `start`; null where the rest does not follow. */
function scoreFrom(target: Target, word: string, start: number, prefersStarts: boolean): number | null {
  let at = start
  let score = letterScore(target, at, -1)
  for (let i = 1; i < word.length; i += 1) {
    const letter = word[i] ?? ''
    const next = prefersStarts ? place(target, letter, at + 1, true) : target.text.indexOf(letter, at + 1)
    if (next === -1) return null
    score += letterScore(target, next, at)
    at = next
  }
  return score
}

function wordScore(target: Target, word: string): number | null {
  let best: number | null = null
  for (
    let start = target.text.indexOf(word[0] ?? '');
    start !== -1;
    start = target.text.indexOf(word[0] ?? '', start + 1)
  ) {
    // Going for the beginnings of words may miss what stands between them, so the plain way is tried too.
    const score = scoreFrom(target, word, start, true) ?? scoreFrom(target, word, start, false)
    if (score !== null && (best === null || score > best)) best = score
    // Without the rest of its letters after this place, there is none after a later one.
    if (score === null) break
  }
  return best
}

/** The words of what is typed, folded. */
export function wordsOf(query: string): readonly string[] {
  return fold(query).split(/\s+/).filter(Boolean)
}

/**
 * How well a text fits: every word's letters in their order, in any order of the words; more for beginnings of
 * words and for letters in a row, a little less for a longer text. Null where it does not fit.
 * @param words folded, as `wordsOf` gives them
 */
export function match(target: Target, words: readonly string[]): number | null {
  let score = 0
  for (const word of words) {
    const points = wordScore(target, word)
    if (points === null) return null
    score += points
  }
  return score - target.text.length * 0.01
}
