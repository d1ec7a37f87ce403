import { type BrowserWindow, screen } from 'electron'
import { openPageWindow, type PageParts } from './page-window.ts'

/** The palette as a small window over everything, as the global shortcut opens it. */
export type PaletteWindow = {
  /** Opens it, or closes it where it is open, so that the same shortcut does both. */
  toggle(): void
  current(): BrowserWindow | undefined
}

const size = { width: 640, height: 420 }

/** Centred on the display with the pointer, where the person most likely looks. */
function placed(): { x: number; y: number; width: number; height: number } {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  const x = workArea.x + Math.round((workArea.width - size.width) / 2)
  const y = workArea.y + Math.round((workArea.height - size.height) / 2)
  return { x, y, ...size }
}

export function createPaletteWindow(parts: PageParts): PaletteWindow {
  let window: BrowserWindow | undefined

  function open(): BrowserWindow {
    const made = openPageWindow(
      parts,
      {
        ...placed(),
        title: 'Servertray commands',
        frame: false,
        resizable: false,
        maximizable: false,
        fullscreenable: false,
        skipTaskbar: true,
        alwaysOnTop: true,
      },
      '#palette',
    )
    // It closes when it loses the focus, as a menu does.
    made.on('blur', () => made.close())
    made.on('closed', () => {
      if (window === made) window = undefined
    })
    made.webContents.on('render-process-gone', () => {
      if (!made.isDestroyed()) made.destroy()
    })
    return made
  }

  return {
    toggle() {
      if (window === undefined) window = open()
      else window.close()
    },
    current: () => window,
  }
}
