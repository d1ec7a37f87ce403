/**
 * Characters that are removed from foreign text: controls and unpaired surrogates; line and paragraph separators;
 * everything invisible (Unicode's Default_Ignorable_Code_Point: zero-width and bidirectional marks, soft hyphens,
 * fillers, variation selectors, tags) or blank but no space (the empty braille pattern, the null notehead); annotation
 * marks; what joins hieroglyphs (U+13430 to 1343F); non-characters.
 */
const unsafe = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\u2800\ufff9-\ufffc\u{13430}-\u{1343f}\u{1d159}\p{Noncharacter_Code_Point}]`
const hasUnsafe = new RegExp(unsafe, 'u')

/**
 * Emoji sequences, kept whole (UTS #51, `emoji sequence`): families and the like, keycaps, the three flags made with
 * tags. Written by hand, as `\p{RGI_Emoji}` takes microseconds at every character.
 */
const picture = String.raw`\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?`
const flagTags = ['gbeng', 'gbsct', 'gbwls'].map((tags) =>
  [...tags, '\u007f'].map((tag) => String.fromCodePoint(0xe_00_00 + tag.charCodeAt(0))).join(''),
)
const emoji = String.raw`\u{1f3f4}(?:${flagTags.join('|')})|${picture}(?:\u200d${picture}){0,9}|[0-9#*]\ufe0f\u20e3`
const emojiOrUnsafe = new RegExp(`(${emoji})|${unsafe}`, 'gu')

/** Foreign text without unsafe characters; of white space only spaces are left. */
export const withoutUnsafe = (text: string): string => (hasUnsafe.test(text) ? text.replace(emojiOrUnsafe, '$1') : text)

/** The same for a line of output, where tabs are left as well. */
export const safeLine = (text: string): string =>
  text.includes('\t') ? text.split('\t').map(withoutUnsafe).join('\t') : withoutUnsafe(text)

/** What most texts are: words with single blanks between them, in which nothing is looked for. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/

/** To show one character, at most so many are read: an endless text of unsafe ones must cost little time. */
const readPerShown = 100

/** Foreign text made safe to show: unsafe characters removed, white space folded, cut at `max` characters. */
export function safeText(text: string, max = 200): string {
  if (text.length <= max && isPlain.test(text)) return text
  const clean = withoutUnsafe(text.slice(0, max * readPerShown).replace(/[\t\n\r]+/g, ' '))
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : clean
}

/** Words of ours with a first letter as at the start of a line. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Words of ours with a first letter as inside a line. */
export const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

/**
 * The first names of a list and the number of the others: `Survival, Creative, Lobby and 4 more`; empty for no names.
 * @param count how many there are, where not all of them are given
 */
export function firstNames(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, 3)
  return `${shown.join(', ')}${count > shown.length ? ` and ${count - shown.length} more` : ''}`
}

/** One form for texts that look alike: letter width, kinds of blanks and joiners do not count; capitals do. */
export function normalizedText(text: string): string {
  if (isPlain.test(text)) return text
  return safeText(text.normalize('NFKC'), Number.POSITIVE_INFINITY).replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** One form for texts that look alike but for capitals. */
export const caseFoldedText = (text: string): string => normalizedText(text).toLowerCase()
