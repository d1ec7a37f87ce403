const { contextBridge, ipcRenderer } = require('electron')

// In a world of its own: the page must not find it.
globalThis.preloadSecret = 'of the preload'

class Server {
  constructor() {
    this.name = 'Survival'
  }
  get upper() {
    return this.name.toUpperCase()
  }
  restart() {}
}

const attempt = (action) => {
  try {
    action()
    return null
  } catch (failure) {
    return { name: failure.name, message: failure.message }
  }
}

const deep = {}
for (let depth = 0, at = deep; depth < 1_100; depth += 1) {
  at.inner = {}
  at = at.inner
}

const refused = {
  symbol: attempt(() => contextBridge.exposeInMainWorld('refusedSymbol', { value: Symbol('no') })),
  deep: attempt(() => contextBridge.exposeInMainWorld('refusedDeep', deep)),
  taken: attempt(() => contextBridge.exposeInMainWorld('location', {})),
}

contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  invokeFunction: () => ipcRenderer.invoke('echo', () => 1),
  sendFunction: () => attempt(() => ipcRenderer.send('said', () => 1)),
  // The page could not hand over its class itself.
  invokeInstance: () => ipcRenderer.invoke('types', new Server()),
  callBack: (callback, value) => callback(value),
  later: async (value) => ({ value }),
  fails: async () => {
    throw new TypeError('later')
  },
  returnsSymbol: () => Symbol('no'),
  refused,
})
