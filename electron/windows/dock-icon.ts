import type { BrowserWindow, Dock } from 'electron'
import type { Clock } from '../lib/clock.ts'

type Shown = Pick<BrowserWindow, 'isVisible' | 'isMinimized' | 'isDestroyed'>
type Followed = Shown & { on(event: 'show' | 'hide' | 'minimize' | 'closed', listener: () => void): unknown }

type Deps = {
  dock: Pick<Dock, 'show' | 'hide'>
  clock: Pick<Clock, 'after'>
  /** The app was started without a window. */
  isHidden: boolean
}

/** Electron passes over a `hide` that comes within a second of another call, without a word: `docs/api/dock.md`. */
const settleMs = 1_100

/** macOS: the app stands in the Dock only while it has a window, since otherwise it lives in the menu bar. */
export function createDockIcon({ dock, clock, isHidden }: Deps) {
  const windows = new Set<Followed>()
  let cancelHide: (() => void) | undefined
  let isShown = !isHidden
  if (isHidden) dock.hide()

  const isOpen = (window: Shown) => !window.isDestroyed() && (window.isVisible() || window.isMinimized())

  function look(): void {
    cancelHide?.()
    cancelHide = undefined
    if (![...windows].some(isOpen)) {
      cancelHide = clock.after(settleMs, () => {
        isShown = false
        dock.hide()
      })
    } else if (!isShown) {
      isShown = true
      void dock.show()
    }
  }

  return {
    /** Keeps the icon while this window is there. */
    follow(window: Followed): void {
      windows.add(window)
      for (const event of ['show', 'hide', 'minimize'] as const) window.on(event, look)
      window.on('closed', () => {
        windows.delete(window)
        look()
      })
    },
  }
}

export type DockIcon = ReturnType<typeof createDockIcon>
