import type { BrowserWindow } from 'electron'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { bringForward, openPageWindow, type PageParts } from './page-window.ts'

type Deps = PageParts & {
  /** Called when a window's page is gone, with the id of its web contents. */
  onGone: (pageId: number) => void
}

/** Windows that show one server's console each. */
export type ConsoleWindows = {
  /** Shows the window of this server, made anew where there is none. */
  show(ref: ServerRef, title: string): void
  current(): readonly BrowserWindow[]
}

export function createConsoleWindows({ onGone, ...parts }: Deps): ConsoleWindows {
  const windows = new Map<ServerRef, BrowserWindow>()

  function open(ref: ServerRef, title: string): void {
    const size = { width: 820, height: 520, minWidth: 420, minHeight: 280 }
    const made = openPageWindow(parts, { ...size, title }, `#console=${encodeURIComponent(ref)}`)
    const pageId = made.webContents.id
    windows.set(ref, made)
    made.on('closed', () => {
      windows.delete(ref)
      onGone(pageId)
    })
    // A crashed page shows nothing any more.
    made.webContents.on('render-process-gone', () => {
      if (!made.isDestroyed()) made.destroy()
    })
  }

  return {
    show(ref, title) {
      const known = windows.get(ref)
      if (known === undefined) {
        open(ref, title)
        return
      }
      bringForward(known, parts.onWayland)
    },
    current: () => [...windows.values()],
  }
}
