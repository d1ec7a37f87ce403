import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { invokeChannels, preloadChannels, pushChannels } from '../shared/ipc/channels.ts'

/** Payloads only: Electron's event object never reaches the page. */
function subscribe(channel: string) {
  return (listener: (message: unknown) => void) => {
    const receive = (_event: unknown, message: unknown) => listener(message)
    ipcRenderer.on(channel, receive)
    return () => void ipcRenderer.removeListener(channel, receive)
  }
}

/**
 * Passes on where dropped files are, by what the system says of them: a page can neither name a path nor learn one. What
 * it made itself has no path.
 */
function drop(files: unknown): Promise<unknown> {
  const dropped = Array.isArray(files) ? files.filter((file) => file instanceof File) : []
  const paths = dropped.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
  return ipcRenderer.invoke(preloadChannels[0], { paths })
}

contextBridge.exposeInMainWorld('servertray', {
  call: Object.fromEntries(
    invokeChannels.map((channel) => [channel, (payload?: unknown) => ipcRenderer.invoke(channel, payload)]),
  ),
  drop,
  on: Object.fromEntries(pushChannels.map((channel) => [channel, subscribe(channel)])),
})
