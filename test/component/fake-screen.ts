import type { Matches, Screen, ScreenEvents } from '../../renderer/features/console/screen.ts'
import { plainText } from '../../renderer/features/console/terminal-text.ts'

/** A screen for a page without layout: rows as elements, in place of xterm.js. */
export type FakeScreen = Screen & {
  readonly events: ScreenEvents
  readonly rows: readonly string[]
  readonly found: readonly string[]
  readonly isScreenReader: boolean
  /** What a person has selected. */
  selected: string
  /** A person scrolls up, or back to the end. */
  scroll(toEnd: boolean): void
  tellMatches(matches: Matches): void
}

const opened: FakeScreen[] = []

/** The screen opened last that is still there. */
export function shownScreen(): FakeScreen {
  const screen = opened.at(-1)
  if (screen === undefined) throw new Error('no screen is open')
  return screen
}

/** Stands in for `openScreen`. */
export function openFakeScreen(host: HTMLElement, events: ScreenEvents): Screen {
  const list = document.createElement('ol')
  host.append(list)
  let isAtEnd = true
  let isScreenReader = false
  const rows: string[] = []
  const found: string[] = []
  const screen: FakeScreen = {
    columns: 80,
    events,
    rows,
    found,
    selected: '',
    get isScreenReader() {
      return isScreenReader
    },
    async write(text) {
      for (const [i, part] of text.split('\r\n').entries()) {
        const row = plainText(part)
        const last = list.lastElementChild
        if (i === 0 && last) last.append(row)
        else list.append(Object.assign(document.createElement('li'), { textContent: row }))
        if (i === 0 && rows.length > 0) rows.push(`${rows.pop()}${row}`)
        else rows.push(row)
      }
      events.onView()
    },
    label() {
      const word = document.createElement('em')
      list.lastElementChild?.append(word)
      return {
        set(text, tone) {
          word.textContent = ` ${text}`
          word.dataset.tone = tone
        },
      }
    },
    clear() {
      list.replaceChildren()
      rows.length = 0
      isAtEnd = true
    },
    fit() {},
    setTheme() {},
    setScreenReader(on) {
      isScreenReader = on
    },
    isAtEnd: () => isAtEnd,
    toEnd: () => screen.scroll(true),
    find(text, direction) {
      found.push(`${direction} ${text}`)
    },
    selection: () => screen.selected,
    focus: () => host.focus(),
    dispose() {
      opened.splice(opened.indexOf(screen), 1)
      list.remove()
    },
    scroll(toEnd) {
      isAtEnd = toEnd
      events.onView()
    },
    tellMatches: events.onMatches,
  }
  opened.push(screen)
  return screen
}
