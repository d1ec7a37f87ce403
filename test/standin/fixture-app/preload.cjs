const { contextBridge, ipcRenderer } = require('electron')

// In a world of its own: the page must not find it.
globalThis.preloadSecret = 'of the preload'
const kept = { changed: 0 }

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
  require: attempt(() => require('node:fs')),
  missing: attempt(() => ipcRenderer.sendSync('x')),
}

const cycle = { name: 'cycle' }
cycle.self = cycle

contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  onHeard: (listener) => {
    const receive = (_event, ...args) => listener(...args)
    ipcRenderer.on('heard', receive)
    return () => ipcRenderer.removeListener('heard', receive)
  },
  invokeFunction: () => ipcRenderer.invoke('echo', () => 1),
  sendFunction: () => attempt(() => ipcRenderer.send('said', () => 1)),
  // The page could not hand over its class itself.
  invokeInstance: () => ipcRenderer.invoke('types', new Server()),
  kept,
  readKept: () => kept.changed,
  server: new Server(),
  nested: { list: [1, { two: 2 }], date: new Date(5), map: new Map([['a', 1]]), bytes: new Uint8Array([1, 2]) },
  cycle,
  nothing: undefined,
  big: 10n,
  callBack: (callback, value) => callback(value),
  throwError: () => {
    throw Object.assign(new RangeError('too far'), { code: 'E' })
  },
  throwText: () => {
    throw 'text'
  },
  later: async (value) => ({ value }),
  fails: async () => {
    throw new TypeError('later')
  },
  returnsSymbol: () => Symbol('no'),
  process: { type: process.type, sandboxed: process.sandboxed },
  refused,
})
