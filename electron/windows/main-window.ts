import { type BrowserWindow, screen } from 'electron'
import { createLater } from '../lib/later.ts'
import type { Bounds } from '../settings/schema.ts'
import { bringForward, openPageWindow, type PageLife, type PageParts } from './page-window.ts'
import { isWithinReach } from './within-reach.ts'

type Deps = PageParts &
  PageLife & {
    readBounds: () => Bounds | null
    saveBounds: (bounds: Bounds) => void
    /** Whether closing only hides, because the tray goes on. */
    keepsRunning: () => boolean
    /** Called when a person closes the window. */
    onClose: () => void
    /** Called when that only hid it. */
    onHide: () => void
    /** Whether what its page has would be lost with it: it is not freed meanwhile. */
    mustStay: (pageId: number) => boolean
  }

/** How long a closed window is kept hidden for a quick return before its memory is freed, in milliseconds. */
const keepHiddenMs = 60_000

/** How long after a change the bounds are saved: Windows tells nothing before it ends the app at the end of a session. */
const saveAfterMs = 1_000

function isOnScreen(bounds: Bounds): boolean {
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea)
  return isWithinReach(bounds, workAreas)
}

/** The main window: created on demand, hidden on close, freed after a while. */
export function createMainWindow(deps: Deps) {
  const { platform, clock, onWayland, readBounds, saveBounds, keepsRunning, onClose, onHide } = deps
  const { mustStay, holdsClose, onGone, onCrash } = deps
  let window: BrowserWindow | undefined
  let cancelDestroy: (() => void) | undefined
  let isQuitting = false
  const saving = createLater(clock, saveAfterMs, () => {
    if (window !== undefined) saveBounds({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  })

  function keep(): void {
    cancelDestroy?.()
    cancelDestroy = undefined
  }

  /** Frees a hidden window after a while, and one that must stay as soon as it need not. */
  function freeLater(made: BrowserWindow): void {
    const { id } = made.webContents
    cancelDestroy = clock.after(keepHiddenMs, () => (mustStay(id) ? freeLater(made) : made.destroy()))
  }

  /**
   * macOS leaves a black screen behind where a full-screen window is hidden, so it leaves full screen first. Not on
   * Windows: there Electron tells of that before it changes the window, and puts one that is hidden by then back on the
   * screen, dead (`native_window_views.cc`, `SetFullScreen`).
   */
  function hide(made: BrowserWindow): void {
    if (platform !== 'darwin' || !made.isFullScreen()) {
      made.hide()
      return
    }
    made.once('leave-full-screen', () => {
      // Unless it was asked for again meanwhile.
      if (cancelDestroy !== undefined) made.hide()
    })
    made.setFullScreen(false)
  }

  function create(): BrowserWindow {
    const saved = readBounds()
    const { isMaximized = false, ...bounds } =
      saved !== null && isOnScreen(saved) ? saved : { width: 980, height: 640, isMaximized: saved?.isMaximized }
    const size = { ...bounds, minWidth: 640, minHeight: 420, title: 'Servertray' }
    const made = openPageWindow(deps, size, {
      isMaximized,
      onClosed() {
        keep()
        // By then its bounds cannot be asked for: that throws.
        saving.end()
        if (window === made) window = undefined
        onGone(pageId)
      },
      onCrash: (reason) => onCrash(pageId, reason),
    })
    const pageId = made.webContents.id
    made.on('move', saving.soon)
    made.on('resize', saving.soon)
    made.on('maximize', saving.soon)
    made.on('unmaximize', saving.soon)
    made.on('close', (event) => {
      saving.now()
      const goes = isQuitting || !keepsRunning()
      const close = () => {
        onClose()
        made.destroy()
      }
      if (goes && !isQuitting && holdsClose(event, { pageId, close })) return
      onClose()
      if (goes) return
      event.preventDefault()
      freeLater(made)
      hide(made)
      onHide()
    })
    return made
  }

  return {
    /** Shows the window, and creates it where there is none. */
    show(): void {
      keep()
      if (window === undefined) window = create()
      else bringForward(window, onWayland)
    },
    current: (): BrowserWindow | undefined => window,
    /** True once it was created, until a person closes it. */
    isOpen: (): boolean => window !== undefined && cancelDestroy === undefined,
    dispose(): void {
      isQuitting = true
      cancelDestroy?.()
      saving.end()
    },
  }
}
