import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import type { DropChannel } from '../../shared/ipc/contract.ts'
import type { Router, Sender } from './router.ts'

function senderOf(event: IpcMainInvokeEvent, ourPages: readonly WebContents[]): Sender {
  const frame = event.senderFrame
  return {
    url: frame?.url ?? null,
    isMainFrame: frame !== null && frame.parent === null,
    isOurWindow: ourPages.some(({ id }) => id === event.sender.id),
    pageId: event.sender.id,
  }
}

/**
 * Puts the router on Electron's IPC, before any window exists.
 * @param ourPages the web contents of the app's windows that there are
 */
export function bindRouter(ipcMain: IpcMain, router: Router, ourPages: () => readonly WebContents[]): void {
  ipcMain.handle('call', (event, channel: unknown, payload: unknown) =>
    router.call(channel, senderOf(event, ourPages()), payload),
  )
  ipcMain.handle('fileMoves:dropped' satisfies DropChannel, (event, payload: unknown) =>
    router.drop(senderOf(event, ourPages()), payload),
  )
}
