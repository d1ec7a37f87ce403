/** A small app for the stand-in's own tests. What it sees it reports on standard output, one JSON a line. */
import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, Menu, nativeTheme, protocol, session, Tray } from 'electron'

const report = (what, more = {}) => console.log(JSON.stringify({ what, ...more }))
const option = (name) => process.argv.includes(`--${name}`)
const folder = import.meta.dirname

app.setPath('userData', process.env.SERVERTRAY_HOME)
protocol.registerSchemesAsPrivileged(
  // `web` stands for the sites of others.
  ['app', 'web'].map((scheme) => ({ scheme, privileges: { standard: true, secure: true } })),
)

for (const event of ['before-quit', 'will-quit', 'quit']) {
  app.on(event, (given) => {
    report(event)
    if (option(`prevent-${event}-once`) && !globalThis[event]) {
      globalThis[event] = true
      given.preventDefault()
    }
  })
}
if (!option('default-window-all-closed')) app.on('window-all-closed', () => report('window-all-closed'))
app.on('second-instance', (_event, argv, cwd, data) => report('second-instance', { argv, cwd, data }))
app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => {
    report('will-navigate', { url: event.url })
    if (!/allowed|index\.html/.test(event.url)) event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url, frameName }) => {
    report('window-open', { url, frameName })
    return { action: 'deny' }
  })
  contents.on('render-process-gone', (_given, { reason }) => report('render-process-gone', { reason }))
})

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; frame-src *; connect-src 'self' https://blocked.example https://passed.example"

function serve(request) {
  report('request', { url: request.url })
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/redirect')) return Response.redirect(new URL('/target.html', request.url), 302)
  if (pathname.startsWith('/throws')) throw new Error('handler failed')
  if (pathname.endsWith('.js'))
    return new Response('document.title = "script ran"', { headers: { 'content-type': 'text/javascript' } })
  if (pathname.startsWith('/data')) return Response.json({ url: request.url, method: request.method })
  const inline = '<script>window.inlineRan = true</script><script src="/page.js"></script>'
  const body = `<!doctype html><title>page</title><h1>${pathname}</h1>${inline}<a id="away" href="https://away.example/">away</a>`
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp } })
}

const senderOf = ({ senderFrame, sender }) => ({
  url: senderFrame.url,
  origin: senderFrame.origin,
  parentUrl: senderFrame.parent?.url ?? null,
  isTop: senderFrame.top === senderFrame,
  senderId: sender.id,
})

function handleCalls() {
  ipcMain.handle('echo', (_event, ...args) => args)
  ipcMain.handle('sender', senderOf)
  ipcMain.handle('fail', () => {
    throw new TypeError('no such server')
  })
  ipcMain.handle('reply-function', () => () => 1)
  ipcMain.handle('types', (_event, value) => ({ isClass: value.constructor.name, value }))
}

function open(options = {}, address = 'app://fixture/index.html') {
  const window = new BrowserWindow({
    width: 700,
    height: 500,
    show: false,
    ...options,
    webPreferences: {
      preload: join(folder, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      ...options.webPreferences,
    },
  })
  // Asked for later than `closed`, it throws.
  const { id } = window
  for (const event of ['show', 'hide', 'closed', 'ready-to-show']) window.on(event, () => report(event, { id }))
  window.on('close', (event) => {
    report('close', { id })
    if (option('hide-on-close') && !globalThis.isQuitting) {
      event.preventDefault()
      window.hide()
    }
    if (option('prevent-close-once') && !globalThis.wasPrevented) {
      globalThis.wasPrevented = true
      event.preventDefault()
    }
  })
  window.once('ready-to-show', () => window.show())
  window.loadURL(address).catch((failure) => report('load-failed', { message: failure.message }))
  return window
}

if (app.requestSingleInstanceLock({ from: 'fixture', list: [1, 2] })) {
  app.whenReady().then(() => {
    app.on('before-quit', () => {
      globalThis.isQuitting = true
    })
    session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
      answer(permission === 'clipboard-sanitized-write' && requestingUrl.startsWith('app://fixture/')),
    )
    session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
      report('network', { url: details.url, type: details.resourceType })
      answer({ cancel: details.url.includes('blocked') })
    })
    protocol.handle('app', serve)
    protocol.handle('web', serve)
    handleCalls()
    if (!option('no-window')) open()

    const tray = new Tray(join(folder, 'none.png'))
    tray.setToolTip('Fixture')
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Headline', enabled: false },
        { label: 'Survival', submenu: [{ label: 'Restart' }] },
        {
          label: 'Unimplemented',
          click: () => {
            try {
              app.showAboutPanel()
            } catch (failure) {
              report('error', { message: failure.message })
            }
          },
        },
        {
          label: 'Crash main',
          click: () =>
            setImmediate(() => {
              throw new Error('main crashed')
            }),
        },
        { label: 'Quit', click: () => app.quit() },
      ]),
    )
    nativeTheme.on('updated', () => report('theme', { dark: nativeTheme.shouldUseDarkColors }))
    report('ready')
  })
} else {
  report('second')
  app.quit()
}
