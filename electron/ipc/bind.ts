import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { invokeChannels } from '../../shared/ipc/channels.ts'
import type { Router, Sender } from './router.ts'

function senderOf(event: IpcMainInvokeEvent, ourWindow: WebContents | undefined): Sender {
  const frame = event.senderFrame
  return {
    url: frame?.url ?? null,
    isMainFrame: frame !== null && frame.parent === null,
    isOurWindow: ourWindow !== undefined && event.sender.id === ourWindow.id,
  }
}

/**
 * Puts the router on Electron's IPC, before any window exists.
 * @param ourWindow the web contents of the app's window, while there is one
 */
export function bindRouter(ipcMain: IpcMain, router: Router, ourWindow: () => WebContents | undefined): void {
  for (const channel of invokeChannels) {
    ipcMain.handle(channel, (event, payload: unknown) =>
      router.dispatch(channel, senderOf(event, ourWindow()), payload),
    )
  }
}
