import type { CloneCodec } from '../structured-clone.ts'
import type { BridgeEndpoint } from './bridge-endpoint.ts'

export type PreloadConfig = {
  /** The name of the function that carries texts to the main process; it exists in this world only. */
  binding: string
  /** The name under which the main process finds `receive` in this world. */
  entry: string
  platform: string
  arch: string
  versions: Record<string, string>
}

export type PreloadHost = {
  require(name: string): unknown
  process: object
}

/**
 * What a preload script finds around it: `require('electron')` with `contextBridge` and `ipcRenderer`, and
 * a small `process`, as in Electron's sandboxed renderer.
 *
 * One self-contained function, because its source runs inside the page, in the preload's own world.
 */
export function createPreloadHost(config: PreloadConfig, bridge: BridgeEndpoint, codec: CloneCodec): PreloadHost {
  type Handler = (event: object, ...args: unknown[]) => void
  const send = Reflect.get(globalThis, config.binding) as (text: string) => void
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>()
  /** Where the files of drops are, as the driver told it: by name, size and time. */
  const paths = new Map<string, string>()
  const listeners = new Map<string, { handler: Handler; once: boolean }[]>()
  let lastId = 0

  const strict = <T extends object>(name: string, object: T): T =>
    new Proxy(object, {
      get(target, key) {
        if (key in target || typeof key === 'symbol' || key === 'then') return Reflect.get(target, key)
        throw new Error(`the stand-in does not implement ${name}.${key}`)
      },
    })

  const dispatch = (kind: string, channel: string, args: unknown[]): number => {
    lastId += 1
    send(JSON.stringify({ kind, id: lastId, channel: String(channel), args: codec.encode(args) }))
    return lastId
  }

  const add = (once: boolean) => (channel: string, handler: Handler) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { handler, once }])
    return ipcRenderer
  }

  const remove = (channel: string, handler: Handler) => {
    const left = listeners.get(channel) ?? []
    const at = left.findLastIndex((entry) => entry.handler === handler)
    listeners.set(channel, at === -1 ? left : left.toSpliced(at, 1))
    return ipcRenderer
  }

  const ipcRenderer: object = strict('ipcRenderer', {
    async invoke(channel: string, ...args: unknown[]) {
      const id = dispatch('invoke', channel, args)
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    send(channel: string, ...args: unknown[]) {
      dispatch('send', channel, args)
    },
    on: add(false),
    addListener: add(false),
    once: add(true),
    off: remove,
    removeListener: remove,
    removeAllListeners(channel: string) {
      listeners.delete(channel)
      return ipcRenderer
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
  })

  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api),
  })

  function settle(message: { id: number; channel: string; error?: string; value?: string }): void {
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error !== undefined) {
      call?.reject(new Error(`Error invoking remote method '${message.channel}': ${message.error}`))
    } else {
      call?.resolve(codec.decode(message.value ?? ''))
    }
  }

  function push(channel: string, text: string): void {
    const args = codec.decode(text) as unknown[]
    const event = { sender: ipcRenderer, ports: [] }
    for (const { handler, once } of listeners.get(channel) ?? []) {
      if (once) remove(channel, handler)
      try {
        handler(event, ...args)
      } catch (failure) {
        // A failing listener must not keep the next one from being called; the page's console reports it.
        queueMicrotask(() => {
          throw failure
        })
      }
    }
  }

  Object.defineProperty(globalThis, config.entry, {
    value: (text: string) => {
      const message = JSON.parse(text)
      if (message.kind === 'reply') settle(message)
      else if (message.kind === 'dropped') for (const [file, path] of message.files) paths.set(file, path)
      else push(message.channel, message.args)
    },
  })

  const webUtils = strict('webUtils', {
    getPathForFile(file: File): string {
      if (!(file instanceof File)) throw new TypeError('Argument must be a File')
      return paths.get(JSON.stringify([file.name, file.size, file.lastModified])) ?? ''
    },
  })

  const electron = strict('electron (preload)', { contextBridge, ipcRenderer, webUtils })
  return {
    require(name) {
      if (name === 'electron' || name === 'electron/renderer' || name === 'electron/common') return electron
      throw new Error(`module not found: ${name}`)
    },
    process: strict('process (preload)', {
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      platform: config.platform,
      arch: config.arch,
      versions: config.versions,
      env: {},
    }),
  }
}
