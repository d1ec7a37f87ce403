import type { BrowserWindow } from 'electron'
import { besidePointer } from './beside-pointer.ts'
import { hideAndGo, openPageWindow, type PageParts } from './page-window.ts'

/** The palette as a small window over everything, as the global shortcut opens it. */
export function createPaletteWindow(parts: PageParts) {
  const { platform } = parts
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
        // On macOS a panel comes without the rest of the app.
        ...(platform === 'darwin' && { type: 'panel' }),
      },
      {
        hash: '#palette',
        onClosed() {
          if (window === made) window = undefined
        },
      },
    )
    // Over the full-screen window of another program as well. Whether the app stands in the Dock is `dock-icon.ts`'s to
    // say: by itself this call would take the icon and an open window away for a moment (docs/api/base-window.md).
    if (platform === 'darwin') {
      made.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
    }
    // It closes when it loses the focus, as a menu does.
    made.on('blur', () => hideAndGo(made))
    return made
  }

  return {
    /** Opens it, or closes it where it is open, so that the same shortcut does both. */
    toggle(): void {
      if (window === undefined) window = open()
      else window.close()
    },
    current: (): BrowserWindow | undefined => window,
  }
}
