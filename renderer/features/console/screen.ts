import { type ISearchOptions, SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { maxConsoleLines } from '../../../shared/model/console.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { own } from '../../../shared/own.ts'
import { addressPattern } from './links.ts'

/** A word behind a line that may change later, such as a command's result. */
export type Label = { set(word: string, tone: string): void }

export type Matches = { readonly index: number; readonly count: number }

export type ScreenEvents = {
  /** The screen was scrolled. */
  readonly onView: () => void
  readonly onMatches: (matches: Matches) => void
  readonly onLink: (address: string) => void
  /** A printable key was pressed while the screen had the focus. */
  readonly onTyping: () => void
}

/** The name for screen readers of xterm.js's hidden text field; nothing can be typed there. */
Terminal.strings.promptLabel = 'Output, read only'

const scrollBarWidth = 14
const hideCursor = `${String.fromCharCode(0x1b)}[?25l`

const scrolls: Readonly<Record<string, (terminal: Terminal) => void>> = {
  ArrowUp: (terminal) => terminal.scrollLines(-1),
  ArrowDown: (terminal) => terminal.scrollLines(1),
  PageUp: (terminal) => terminal.scrollPages(-1),
  PageDown: (terminal) => terminal.scrollPages(1),
  Home: (terminal) => terminal.scrollToTop(),
  End: (terminal) => terminal.scrollToBottom(),
}

/**
 * xterm.js as an output-only screen: it takes no input, its answers to escape sequences are ignored, and keys go to the
 * page.
 */
export function openScreen(host: HTMLElement, events: ScreenEvents) {
  const style = getComputedStyle(host)
  const terminal = new Terminal({
    allowProposedApi: true,
    cursorInactiveStyle: 'none',
    disableStdin: true,
    drawBoldTextInBrightColors: false,
    fontFamily: style.fontFamily,
    fontSize: 12,
    fontWeightBold: 600,
    lineHeight: 1.3,
    linkHandler: null,
    minimumContrastRatio: 4.5,
    scrollback: maxConsoleLines,
    scrollOnUserInput: false,
    theme: terminalTheme(host),
  })
  const search = new SearchAddon({ highlightLimit: 1_000 })
  terminal.loadAddon(search)
  terminal.open(host)
  terminal.write(hideCursor)

  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown' || event.altKey) return false
    if (event.ctrlKey || event.metaKey) return false
    const scroll = own(scrolls, event.key)
    if (scroll !== undefined) {
      scroll(terminal)
      event.preventDefault()
    } else if (event.key.length === 1) events.onTyping()
    return false
  })
  terminal.loadAddon(new WebLinksAddon((_, address) => events.onLink(address), { urlRegex: addressPattern }))
  terminal.onRender(events.onView)
  search.onDidChangeResults(({ resultIndex, resultCount }) =>
    events.onMatches({ index: resultIndex, count: resultCount }),
  )

  let found = ''
  /** Finds text from the last match on, and marks all matches; an empty text clears the marks. */
  const find = (text: string, direction: 'next' | 'previous' | 'stay'): void => {
    found = text
    if (text === '') {
      search.clearDecorations()
      events.onMatches({ index: -1, count: 0 })
      return
    }
    const options = { decorations: searchColours(host), incremental: direction === 'stay' }
    if (direction === 'next') search.findNext(text, options)
    else search.findPrevious(text, options)
  }

  const canvas = () => host.querySelector<HTMLElement>('.xterm-screen')
  // A wide screen is scrolled sideways by its box; the vertical scroll bar stays in view.
  const moveBar = () => {
    const width = host.firstElementChild?.clientWidth ?? 0
    host.style.setProperty('--bar-shift', `${Math.min(0, host.scrollLeft + host.clientWidth - width)}px`)
  }
  host.addEventListener('scroll', moveBar)

  return {
    /** Columns now. */
    get columns(): number {
      return terminal.cols
    },
    /** Writes terminal text; resolves when it is in the buffer. */
    write: (text: string): Promise<void> => new Promise((resolve) => terminal.write(text, resolve)),
    /** Reserves room for a word behind the last text. */
    label(width: number): Label | null {
      const marker = terminal.registerMarker(0)
      const x = terminal.buffer.active.cursorX + 2
      const decoration = terminal.registerDecoration({ marker, x, width, layer: 'top' })
      if (decoration === undefined) return null
      let shown = { word: '', tone: '' }
      const draw = (element: HTMLElement | undefined) => {
        if (element === undefined) return
        element.textContent = shown.word
        element.dataset.tone = shown.tone
      }
      decoration.onRender(draw)
      return {
        set(word, tone) {
          shown = { word, tone }
          draw(decoration.element)
        },
      }
    },
    clear(): void {
      for (const marker of [...terminal.markers]) marker.dispose()
      terminal.reset()
      terminal.write(hideCursor)
    },
    /** Fits the screen to its box, with at least this many columns; the box scrolls where that is wider. */
    fit(minColumns: number): void {
      const cell = canvas()?.getBoundingClientRect()
      if (!cell || cell.width === 0) return
      const visible = Math.floor((host.clientWidth - scrollBarWidth) / (cell.width / terminal.cols))
      const rows = Math.max(1, Math.floor(host.clientHeight / (cell.height / terminal.rows)))
      const columns = Math.max(20, visible, minColumns)
      if (columns !== terminal.cols || rows !== terminal.rows) terminal.resize(columns, rows)
      host.toggleAttribute('data-wide', columns > visible)
      const root = terminal.element
      if (root)
        root.style.width = columns > visible ? `${(cell.width / terminal.cols) * columns + scrollBarWidth}px` : ''
      moveBar()
    },
    setTheme(): void {
      terminal.options.theme = terminalTheme(host)
      if (found === '') return
      // Marks keep the colours that they were made with.
      search.clearDecorations()
      find(found, 'stay')
    },
    setScreenReader(on: boolean): void {
      terminal.options.screenReaderMode = on
    },
    isAtEnd: (): boolean => terminal.buffer.active.viewportY >= terminal.buffer.active.baseY,
    toEnd: (): void => terminal.scrollToBottom(),
    find,
    selection: (): string => terminal.getSelection(),
    focus: (): void => terminal.focus(),
    dispose(): void {
      host.removeEventListener('scroll', moveBar)
      terminal.dispose()
    },
  }
}

/** The surface of a console. It is output only: nothing but the person's actions comes back from it. */
export type Screen = ReturnType<typeof openScreen>

/** The sixteen colours, by the names that tokens and terminal share. */
export const ansiColours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/** Reads a token as `#rrggbb`, of light or dark as it is now: the terminal takes nothing else. */
function reader(element: HTMLElement) {
  return (token: string) => {
    element.style.color = `var(--${token})`
    // Otherwise the system's forced colours make one of all.
    element.style.forcedColorAdjust = 'none'
    const parts = getComputedStyle(element).color.match(/\d+/g) ?? []
    element.style.color = ''
    element.style.forcedColorAdjust = ''
    return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
  }
}

/** The terminal's colours from the page's tokens, light or dark. */
export function terminalTheme(element: HTMLElement): ITheme {
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
        [`bright${capitalised(name)}`, token(`term-bright-${name}`)],
      ]),
    ),
  }
}

/** The colours of search matches, from the page's tokens. */
export function searchColours(element: HTMLElement): NonNullable<ISearchOptions['decorations']> {
  const token = reader(element)
  return {
    matchBackground: token('term-match'),
    activeMatchBackground: token('term-match-now'),
    matchOverviewRuler: token('term-match'),
    activeMatchColorOverviewRuler: token('term-match-now'),
  }
}
