import { type BrowserWindow, screen } from 'electron'
import type { Clock } from '../lib/clock.ts'
import type { Bounds } from '../settings/schema.ts'
import { openPageWindow, type PageParts } from './page-window.ts'

type Deps = PageParts & {
  clock: Clock
  readBounds: () => Bounds | null
  saveBounds: (bounds: Bounds) => void
  /** Whether closing only hides, because the tray goes on. */
  keepsRunning: () => boolean
  /** Called when a person closes the window. */
  onClose: () => void
  /** Called when its page is gone, with the id of its web contents. */
  onGone: (pageId: number) => void
  /** Called when the page has crashed. */
  onCrash: (reason: string) => void
}

export type MainWindow = {
  /** Shows the window, and creates it where there is none. */
  show(): void
  current(): BrowserWindow | undefined
  /** True once it was created, until a person closes it. */
  isOpen(): boolean
  dispose(): void
}

/** How long a closed window is kept hidden for a quick return before its memory is freed, in milliseconds. */
const keepHiddenMs = 60_000

/** True where at least a corner of the window would still be on a screen. */
function isOnScreen(bounds: Bounds): boolean {
  const { workArea } = screen.getDisplayMatching(bounds)
  return (
    bounds.x < workArea.x + workArea.width &&
    bounds.x + bounds.width > workArea.x &&
    bounds.y < workArea.y + workArea.height &&
    bounds.y + bounds.height > workArea.y
  )
}

/** The main window: created on demand, hidden on close, freed after a while. */
export function createMainWindow(deps: Deps): MainWindow {
  const { clock, preload, icon, readBounds, saveBounds, keepsRunning, onClose, onGone, onCrash } = deps
  let window: BrowserWindow | undefined
  let cancelDestroy: (() => void) | undefined
  let isQuitting = false

  function keep(): void {
    cancelDestroy?.()
    cancelDestroy = undefined
  }

  function create(): BrowserWindow {
    const saved = readBounds()
    const bounds = saved !== null && isOnScreen(saved) ? saved : { width: 980, height: 640 }
    const made = openPageWindow({ preload, icon }, { ...bounds, minWidth: 640, minHeight: 420, title: 'Servertray' })
    const pageId = made.webContents.id
    made.on('close', (event) => {
      saveBounds(made.getNormalBounds())
      onClose()
      if (isQuitting || !keepsRunning()) return
      event.preventDefault()
      made.hide()
      cancelDestroy = clock.after(keepHiddenMs, () => made.destroy())
    })
    // A crashed page shows nothing any more; the next `show` creates a new window.
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || made.isDestroyed()) return
      onCrash(reason)
      made.destroy()
    })
    made.on('closed', () => {
      keep()
      if (window === made) window = undefined
      onGone(pageId)
    })
    return made
  }

  return {
    show() {
      keep()
      if (window === undefined) {
        window = create()
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    current: () => window,
    isOpen: () => window !== undefined && cancelDestroy === undefined,
    dispose() {
      isQuitting = true
      cancelDestroy?.()
    },
  }
}
