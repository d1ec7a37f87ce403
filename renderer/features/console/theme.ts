import type { ISearchOptions } from '@xterm/addon-search'
import type { ITheme } from '@xterm/xterm'

/** The sixteen colours, by the names that tokens and terminal share. */
export const ansiColours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

function reader(element: Element) {
  const style = getComputedStyle(element)
  return (token: string) => style.getPropertyValue(`--${token}`).trim()
}

/** The terminal's colours from the page's tokens, light or dark. */
export function terminalTheme(element: Element): ITheme {
  const token = reader(element)
  return {
    foreground: token('term'),
    background: token('term-bg'),
    cursor: token('term-bg'),
    cursorAccent: token('term-bg'),
    selectionBackground: token('term-select'),
    scrollbarSliderBackground: token('line-strong'),
    scrollbarSliderHoverBackground: token('field'),
    scrollbarSliderActiveBackground: token('field'),
    ...Object.fromEntries(
      ansiColours.flatMap((name) => [
        [name, token(`term-${name}`)],
        [`bright${capital(name)}`, token(`term-bright-${name}`)],
      ]),
    ),
  }
}

/** The colours of search matches, from the page's tokens. */
export function searchColours(element: Element): NonNullable<ISearchOptions['decorations']> {
  const token = reader(element)
  return {
    matchBackground: token('term-match'),
    activeMatchBackground: token('term-match-now'),
    matchOverviewRuler: token('term-match'),
    activeMatchColorOverviewRuler: token('term-match-now'),
  }
}
