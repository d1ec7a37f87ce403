import type { BrowserWindow } from 'electron'
import { openPageWindow, type PageParts } from './page-window.ts'
import { besidePointer } from './place.ts'

/** The palette as a small window over everything, as the global shortcut opens it. */
export type PaletteWindow = {
  /** Opens it, or closes the one that is open: the same keys bring it and send it away. */
  toggle(): void
  current(): BrowserWindow | undefined
}

export function createPaletteWindow(parts: PageParts): PaletteWindow {
  let window: BrowserWindow | undefined

  function open(): BrowserWindow {
    const made = openPageWindow(
      parts,
      {
        ...besidePointer({ width: 640, height: 420 }),
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
    // It goes when the person turns to something else, as a menu does.
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
