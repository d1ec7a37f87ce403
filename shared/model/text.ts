/**
 * Characters that foreign text must not carry into a window, a menu or a terminal:
 * C0 and C1 controls, bidirectional marks, overrides and isolates, line and paragraph separators,
 * zero-width and other invisible formatting characters.
 */
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** Foreign text without the characters that it must not carry; of white space, only blanks stay. */
export function withoutUnsafe(text: string): string {
  return text.replace(unsafe, '')
}

/** Foreign text made safe to show: unsafe characters removed, white space folded, cut at `max` characters. */
export function safeText(text: string, max = 200): string {
  const clean = withoutUnsafe(text.replace(/[\t\n\r]+/g, ' '))
    .replace(/ {2,}/g, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : clean
}
