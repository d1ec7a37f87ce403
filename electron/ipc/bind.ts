import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { invokeChannels, preloadChannels } from '../../shared/ipc/channels.ts'
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
  for (const channel of [...invokeChannels, ...preloadChannels]) {
    ipcMain.handle(channel, (event, payload: unknown) => router.dispatch(channel, senderOf(event, ourPages()), payload))
  }
}
