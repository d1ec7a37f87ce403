import type { BrowserWindow } from 'electron'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { bringForward, openPageWindow, type PageLife, type PageParts } from './page-window.ts'

/** Windows that show one server's console each. */
export function createConsoleWindows({ holdsClose, onGone, onCrash, ...parts }: PageParts & PageLife) {
  const windows = new Map<ServerRef, BrowserWindow>()
  let isQuitting = false

  function open(ref: ServerRef, title: string): void {
    const size = { width: 820, height: 520, minWidth: 420, minHeight: 280 }
    const made = openPageWindow(
      parts,
      { ...size, title },
      {
        hash: `#console=${encodeURIComponent(ref)}`,
        onClosed() {
          windows.delete(ref)
          onGone(pageId)
        },
        onCrash: (reason) => onCrash(pageId, reason),
      },
    )
    const pageId = made.webContents.id
    windows.set(ref, made)
    made.on('close', (event) => {
      if (!isQuitting) holdsClose(event, { pageId, close: () => made.destroy() })
    })
  }

  return {
    /** Shows the window of this server, made anew where there is none. */
    show(ref: ServerRef, title: string): void {
      const known = windows.get(ref)
      if (known === undefined) open(ref, title)
      else bringForward(known, parts.onWayland)
    },
    current: (): readonly BrowserWindow[] => [...windows.values()],
    /** Nothing is asked from now on, since the app closes them all. */
    dispose(): void {
      isQuitting = true
    },
  }
}
