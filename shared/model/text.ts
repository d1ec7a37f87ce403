/**
 * Characters that foreign text must not carry into a window, a menu or a terminal: controls and halves of
 * characters; line and paragraph separators; all that is shown as nothing (Unicode's Default_Ignorable_Code_Point:
 * zero-width and bidirectional marks, soft hyphens, fillers, variation selectors, tags) or as a blank that is none
 * (the empty braille pattern, the null notehead); marks of annotations; what is no character at all.
 */
const unsafe = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\u2800\ufff9-\ufffc\u{1d159}\p{Noncharacter_Code_Point}]`
const hasUnsafe = new RegExp(unsafe, 'u')

/**
 * Emoji, kept whole with what joins and varies them (UTS #51, `emoji sequence`): families and the like, keycaps, the
 * three flags that are made with tags. By hand: `\p{RGI_Emoji}` takes microseconds at every character.
 */
const picture = String.raw`\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?`
const flagTags = ['gbeng', 'gbsct', 'gbwls'].map((tags) =>
  [...tags, '\u007f'].map((tag) => String.fromCodePoint(0xe_00_00 + tag.charCodeAt(0))).join(''),
)
const emoji = String.raw`\u{1f3f4}(?:${flagTags.join('|')})|${picture}(?:\u200d${picture}){0,9}|[0-9#*]\ufe0f\u20e3`
const emojiOrUnsafe = new RegExp(`(${emoji})|${unsafe}`, 'gu')

/** Foreign text without the characters that it must not carry; of white space, only blanks stay. */
export function withoutUnsafe(text: string): string {
  return hasUnsafe.test(text) ? text.replace(emojiOrUnsafe, '$1') : text
}

/** The same for a line of output, which keeps its tabs. */
export function safeLine(text: string): string {
  return text.includes('\t') ? text.split('\t').map(withoutUnsafe).join('\t') : withoutUnsafe(text)
}

/** Foreign text made safe to show: unsafe characters removed, white space folded, cut at `max` characters. */
export function safeText(text: string, max = 200): string {
  const clean = withoutUnsafe(text.replace(/[\t\n\r]+/g, ' '))
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : clean
}

/** What a person takes for the same text: without case, width, blanks of other kinds and what joins emoji. */
export function lookOf(text: string): string {
  return safeText(text.normalize('NFKC'), Number.POSITIVE_INFINITY)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
}
