import type { Screen, ScreenEvents } from '../../renderer/features/console/screen.ts'
import { plainText } from '../../renderer/features/console/terminal-text.ts'

/** A screen for a page without layout: rows as elements, in place of xterm.js. */
export type FakeScreen = Screen & {
  readonly events: ScreenEvents
  readonly rows: readonly string[]
  readonly isScreenReader: boolean
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
  let isScreenReader = false
  const rows: string[] = []
  const screen: FakeScreen = {
    columns: 80,
    events,
    rows,
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
    },
    fit() {},
    setTheme() {},
    setScreenReader(on) {
      isScreenReader = on
    },
    isAtEnd: () => true,
    toEnd() {},
    find() {},
    selection: () => '',
    focus: () => host.focus(),
    dispose() {
      opened.splice(opened.indexOf(screen), 1)
      list.remove()
    },
  }
  opened.push(screen)
  return screen
}
