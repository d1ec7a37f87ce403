/**
 * Required by real Electron before the app when the end-to-end driver starts it. Records trays, dialogs,
 * notifications, links and IPC traffic, and answers the driver's requests as the stand-in does.
 */
const { readdirSync } = require('node:fs')
const { homedir } = require('node:os')
const { basename, join } = require('node:path')
const {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  shell,
  Tray,
} = require('electron')

const trays = new Map()
const boxes = new Map()
const notifications = new Map()
const openedLinks = []
const shortcuts = new Map()
const takenShortcuts = new Set()
const traffic = []
const handlers = new Map()
let lastId = 0

function nextId() {
  lastId += 1
  return lastId
}

/** Runs `before` ahead of a method of Electron's. */
function hook(target, name, before) {
  const original = target[name]
  target[name] = function hooked(...args) {
    before.call(this, ...args)
    return original.apply(this, args)
  }
}

function trayOf(tray) {
  if (!trays.has(tray)) trays.set(tray, { tooltip: '', title: '', menu: null, image: null })
  return trays.get(tray)
}

hook(Tray.prototype, 'setToolTip', function (tooltip) {
  trayOf(this).tooltip = tooltip
})
hook(Tray.prototype, 'setTitle', function (title) {
  trayOf(this).title = title
})
hook(Tray.prototype, 'setImage', function (image) {
  trayOf(this).image = image
})
hook(Tray.prototype, 'setContextMenu', function (menu) {
  trayOf(this).menu = menu
})
hook(Tray.prototype, 'destroy', function () {
  trays.delete(this)
})

/** A dialog as a box of buttons; resolves with the place of the button. */
function ask({ type = 'none', title, message = title, detail, buttons, isOverWindow = false }) {
  return new Promise((resolve) => {
    const id = nextId()
    const answer = (button) => {
      if (boxes.delete(id)) resolve(button)
    }
    boxes.set(id, { view: { id, type, title, message, detail, buttons, isOverWindow }, answer })
  })
}

/** A file dialog as a box: Save, or a button for each file of the home folder. */
dialog.showSaveDialog = async (first, second) => {
  const { title = 'Save', defaultPath = 'untitled' } = second ?? first
  const filePath = join(homedir(), basename(defaultPath))
  const button = await ask({ title, detail: filePath, buttons: ['Cancel', 'Save'], isOverWindow: second !== undefined })
  return button === 1 ? { canceled: false, filePath } : { canceled: true, filePath: '' }
}
dialog.showOpenDialog = async (first, second) => {
  const { title = 'Open' } = second ?? first
  const names = readdirSync(homedir()).filter((name) => name.endsWith('.json'))
  const button = await ask({
    title,
    detail: homedir(),
    buttons: ['Cancel', ...names],
    isOverWindow: second !== undefined,
  })
  const name = names[button - 1]
  return name === undefined
    ? { canceled: true, filePaths: [] }
    : { canceled: false, filePaths: [join(homedir(), name)] }
}
dialog.showErrorBox = (title, content) => {
  void ask({ type: 'error', title, detail: content, buttons: ['OK'] })
}

Notification.isSupported = () => true
// None reaches the system, so that Windows may have them from source as well.
delete process.defaultApp
Notification.prototype.show = function show() {
  const id = nextId()
  const entry = { notification: this, isOpen: true }
  notifications.set(id, entry)
  this.once('close', () => {
    entry.isOpen = false
  })
  this.emit('show', {})
}
Notification.prototype.close = function close() {
  this.emit('close', {})
}

shell.openExternal = (url) => {
  openedLinks.push(url)
  return Promise.resolve()
}
shell.openPath = (path) => {
  openedLinks.push(path)
  return Promise.resolve('')
}

// No key of this computer's is taken for a test, and none is pressed.
globalShortcut.register = (accelerator, press) => {
  if (shortcuts.has(accelerator) || takenShortcuts.has(accelerator)) return false
  shortcuts.set(accelerator, press)
  return true
}
globalShortcut.unregister = (accelerator) => void shortcuts.delete(accelerator)

// A new process would be one without a driver.
app.relaunch = ({ args = process.argv.slice(1) } = {}) =>
  console.log(`The app would start again: ${JSON.stringify(args)}`)

const blockers = new Map()
const startBlocker = powerSaveBlocker.start.bind(powerSaveBlocker)
powerSaveBlocker.start = (type) => {
  const id = startBlocker(type)
  blockers.set(id, type)
  return id
}
hook(powerSaveBlocker, 'stop', (id) => blockers.delete(id))

const asText = (value) => {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return String(value)
  }
}

const handle = ipcMain.handle.bind(ipcMain)
ipcMain.handle = (channel, handler) => {
  handlers.set(channel, handler)
  handle(channel, async (event, ...args) => {
    traffic.push({ direction: 'to-main', channel, text: asText(args) })
    try {
      const value = await handler(event, ...args)
      traffic.push({ direction: 'to-page', channel, text: asText(value) })
      return value
    } catch (failure) {
      traffic.push({ direction: 'to-page', channel, text: String(failure) })
      throw failure
    }
  })
}
hook(ipcMain, 'removeHandler', (channel) => handlers.delete(channel))
app.on('web-contents-created', (_event, contents) => {
  hook(contents, 'send', (channel, ...args) => traffic.push({ direction: 'to-page', channel, text: asText(args) }))
})

function viewMenu(menu) {
  return (menu?.items ?? []).map((item) => ({
    id: item.commandId,
    label: item.label,
    sublabel: item.sublabel ?? '',
    type: item.type,
    enabled: item.enabled,
    visible: item.visible,
    checked: item.checked,
    submenu: viewMenu(item.submenu),
  }))
}

function findMenuItem(menu, [label, ...rest]) {
  const item = menu?.items.find((candidate) => candidate.visible && candidate.label === label)
  if (item === undefined) throw new Error(`no menu item "${label}"`)
  if (!item.enabled) throw new Error(`the menu item "${label}" is disabled`)
  return rest.length > 0 ? findMenuItem(item.submenu, rest) : item
}

/** For what may end the process, and with it the answer. */
function afterAnswer(target, act) {
  setImmediate(() => act(target))
}

function firstTray() {
  const [first] = trays
  if (first === undefined) throw new Error('there is no tray')
  return first
}

function viewTray({ tooltip, title, image, menu }) {
  const isImage = image !== null && typeof image === 'object'
  const size = isImage ? image.getSize() : { width: 0, height: 0 }
  const path = typeof image === 'string' ? image : null
  return {
    tooltip,
    title,
    image: { path, ...size, isEmpty: isImage && image.isEmpty() },
    menu: viewMenu(menu),
    open: null,
  }
}

function viewWindow(window) {
  return {
    id: window.id,
    targetId: String(window.id),
    isVisible: window.isVisible(),
    isFocused: window.isFocused(),
    isMaximized: window.isMaximized(),
    isFullScreen: window.isFullScreen(),
    bounds: window.getBounds(),
    url: window.webContents.getURL(),
    title: window.getTitle(),
  }
}

async function invokeFrom({ windowId, frameUrl, channel, values }) {
  const { webContents } = BrowserWindow.fromId(windowId)
  const frame = webContents.mainFrame.framesInSubtree.find((candidate) => candidate.url === frameUrl)
  if (frame === undefined) throw new Error(`there is no frame at ${frameUrl}`)
  const event = {
    type: 'frame',
    sender: webContents,
    senderFrame: frame,
    processId: frame.processId,
    frameId: frame.routingId,
  }
  try {
    const handler = handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return { value: await handler(event, ...values) }
  } catch (failure) {
    return { error: String(failure) }
  }
}

function passTime({ ms }) {
  const before = Date.now
  Date.now = () => before() + ms
}

const answers = {
  windows: () => BrowserWindow.getAllWindows().map(viewWindow),
  trays: () => [...trays.values()].map(viewTray),
  clickTray: ({ path }) =>
    afterAnswer(findMenuItem(firstTray()[1].menu, path), (item) => item.click({}, undefined, undefined)),
  emitTray: ({ event }) => void firstTray()[0].emit(event, {}, { x: 0, y: 0, width: 24, height: 24 }, { x: 12, y: 12 }),
  dialogs: () => [...boxes.values()].map((box) => box.view),
  answerDialog: ({ id, button }) => boxes.get(id)?.answer(button),
  notifications: () =>
    [...notifications].map(([id, { notification, isOpen }]) => ({
      id,
      title: notification.title,
      body: notification.body,
      buttons: notification.actions.map(({ text }) => text),
      isOpen,
    })),
  clickNotification: ({ id }) => {
    const { notification } = notifications.get(id)
    notification.emit('click', {})
    notification.close()
  },
  pressNotification: ({ id, button }) => {
    const { notification } = notifications.get(id)
    notification.emit('action', { actionIndex: button, selectionIndex: -1 })
    notification.close()
  },
  openedLinks: () => openedLinks,
  setTheme: ({ scheme }) => {
    nativeTheme.themeSource = scheme
  },
  powerEvent: ({ event }) => void powerMonitor.emit(event),
  // The system's own question cannot be seen from here.
  askedForNotifications: () => false,
  powerSaveBlockers: () => [...blockers.values()],
  clipboard: async () => {
    const items = await clipboard.read()
    return { text: await clipboard.readText(), forms: items.flatMap(({ types }) => types) }
  },
  copyText: ({ text }) => clipboard.writeText(text),
  setOnline({ isOnline }) {
    net.isOnline = () => isOnline
  },
  passTime,
  passAwake({ ms }) {
    const before = performance.now.bind(performance)
    performance.now = () => before() + ms
    passTime({ ms })
  },
  hurry() {},
  pressShortcut({ accelerator }) {
    if (!shortcuts.has(accelerator)) throw new Error(`the app does not hold ${accelerator}`)
    shortcuts.get(accelerator)()
  },
  takeShortcut: ({ accelerator }) => void takenShortcuts.add(accelerator),
  openUrl: ({ url }) => void app.emit('open-url', { preventDefault() {} }, url),
  secondInstance: ({ argv }) => void app.emit('second-instance', {}, argv, process.cwd(), {}),
  ipcTraffic: () => traffic,
  invokeFrom,
  // The system knows where dropped files are.
  noteDrop() {},
  closeWindow: ({ id }) => afterAnswer(BrowserWindow.fromId(id), (window) => window.close()),
  crashWindow: ({ id }) => BrowserWindow.fromId(id).webContents.forcefullyCrashRenderer(),
  sizeWindow({ id, to }) {
    const window = BrowserWindow.fromId(id)
    if (to === 'maximized') window.maximize()
    else window.setFullScreen(true)
  },
  quit: () => afterAnswer(app, () => app.quit()),
}

globalThis.servertrayDriver = (request) => answers[request.op](request)
