import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { DropChannel, PushChannel } from '../shared/ipc/contract.ts'

/** Payloads only: Electron's event object never reaches the page. */
function subscribe(channel: PushChannel) {
  return (listener: (message: unknown) => void) => {
    const receive = (_event: unknown, message: unknown) => listener(message)
    ipcRenderer.on(channel, receive)
    return () => void ipcRenderer.removeListener(channel, receive)
  }
}

/**
 * Passes on where dropped files are, by what the system says of them: a script of the page can neither name a path nor
 * learn one, and what it made itself has none. A page whose process was taken over could, so the person is asked.
 */
function drop(files: unknown): Promise<unknown> {
  const dropped = Array.isArray(files) ? files.filter((file) => file instanceof File) : []
  const paths = dropped.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
  return ipcRenderer.invoke('fileMoves:dropped' satisfies DropChannel, { paths })
}

contextBridge.exposeInMainWorld('servertray', {
  call: (channel: unknown, payload?: unknown) => ipcRenderer.invoke('call', channel, payload),
  drop,
  on: { 'state:patch': subscribe('state:patch'), 'console:lines': subscribe('console:lines') },
})
