import { contextBridge, ipcRenderer } from 'electron'
import { invokeChannels, pushChannels } from '../shared/ipc/channels.ts'

/** Payloads only: Electron's event object never reaches the page. */
function subscribe(channel: string) {
  return (listener: (message: unknown) => void) => {
    const receive = (_event: unknown, message: unknown) => listener(message)
    ipcRenderer.on(channel, receive)
    return () => void ipcRenderer.removeListener(channel, receive)
  }
}

contextBridge.exposeInMainWorld('servertray', {
  call: Object.fromEntries(
    invokeChannels.map((channel) => [channel, (payload?: unknown) => ipcRenderer.invoke(channel, payload)]),
  ),
  on: Object.fromEntries(pushChannels.map((channel) => [channel, subscribe(channel)])),
})
