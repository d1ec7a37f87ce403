import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { App, RelaunchOptions, Task } from 'electron'
import { z } from 'zod'
import { choices } from './choices.ts'
import type { PlacesView } from './desk.ts'
import { createDock } from './dock.ts'
import { createLoginItem } from './login-item.ts'
import type { SecondInstance, SingleInstance } from './single-instance.ts'
import { createSingleInstance } from './single-instance.ts'
import { createEvent, notImplemented, StrictEmitter, strict } from './strict.ts'

type Shape = Pick<
  App,
  | 'name'
  | 'isPackaged'
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'enableSandbox'
  | 'isReady'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'setAppUserModelId'
  | 'setUserTasks'
  | 'setToastActivatorCLSID'
  | 'setAsDefaultProtocolClient'
  | 'setDesktopName'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
>

type PathName = Parameters<App['getPath']>[0]

const events = [
  'ready',
  'will-finish-launching',
  'second-instance',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  // macOS's way to pass links on: emitted for a driver only.
  'open-url',
  // Never emitted: it comes from macOS's dock and Finder, which the stand-in lacks.
  'activate',
  'open-file',
  'web-contents-created',
  'browser-window-created',
  'render-process-gone',
  'child-process-gone',
]

export type AppHost = {
  /** The open windows, each closed by a quit unless it prevents that. */
  windows(): readonly { close(): void; isDestroyed(): boolean; destroy(): void }[]
}

const packageSchema = z.object({ name: z.string(), productName: z.string().optional(), version: z.string() })

/** The nearest package.json above the main script, as Electron finds an unpackaged app. */
function findPackage(script: string): { folder: string; name: string; version: string } {
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) {
      const { name, productName, version } = packageSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      return { folder, name: productName ?? name, version }
    }
    if (folder === dirname(folder)) return { folder: dirname(script), name: basename(script), version: '0.0.0' }
  }
}

function appDataFolder(): string {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
}

/** A new process of the app, once this one ends. A driver starts it itself, and reads here what it is to start. */
function startAgain({ execPath = process.execPath, args = process.argv.slice(1) }: RelaunchOptions): void {
  if (process.env.SERVERTRAY_STANDIN_CONTROL === '1') console.log(`The app would start again: ${JSON.stringify(args)}`)
  else spawn(execPath, [...process.execArgv, ...args], { detached: true, stdio: 'inherit' }).unref()
}

/** The app's life: ready, later starts, and the order of quitting. */
export class AppStandIn extends StrictEmitter implements Shape {
  name: string
  readonly getLoginItemSettings: App['getLoginItemSettings']
  readonly setLoginItemSettings: App['setLoginItemSettings']
  /** macOS alone has one. */
  readonly dock = process.platform === 'darwin' ? createDock() : undefined
  readonly commandLine = strict('app.commandLine', {
    // No `appendSwitch`: Electron's takes the place of what the person gave.
    hasSwitch: (_name: string) => false,
  })

  readonly #host: AppHost
  readonly #package: ReturnType<typeof findPackage>
  readonly #paths = new Map<string, string>()
  readonly #instance: SingleInstance
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #isQuitting = false
  #hasEnded = false
  #desktopName = ''
  #tasks: readonly Task[] = []
  #startAgain: RelaunchOptions | undefined

  constructor(host: AppHost, script: string) {
    super('app', events)
    this.#host = host
    this.#package = findPackage(script)
    this.name = this.#package.name
    const loginItem = createLoginItem(process.platform)
    this.getLoginItemSettings = loginItem.get
    this.setLoginItemSettings = loginItem.set
    this.#instance = createSingleInstance(
      () => this.getPath('userData'),
      (second) => this.#secondInstance(second),
    )
  }

  get isPackaged(): boolean {
    return choices.isPackaged
  }

  getName(): string {
    return this.name
  }

  setName(name: string): void {
    this.name = name
  }

  getVersion(): string {
    return this.#package.version
  }

  getAppPath(): string {
    return this.#package.folder
  }

  getPath(name: PathName): string {
    const set = this.#paths.get(name)
    if (set !== undefined) return set
    switch (name) {
      case 'home':
        return homedir()
      case 'appData':
        return appDataFolder()
      case 'userData':
      case 'sessionData':
        return join(this.getPath('appData'), this.name)
      case 'logs':
        return join(this.getPath('userData'), 'logs')
      case 'temp':
        return tmpdir()
      case 'exe':
        return process.execPath
      default:
        throw notImplemented(`app.getPath('${name}')`)
    }
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    return this.#instance.request(additionalData)
  }

  hasSingleInstanceLock(): boolean {
    return this.#instance.has()
  }

  releaseSingleInstanceLock(): void {
    this.#instance.release()
  }

  #secondInstance({ argv, cwd, additionalData }: SecondInstance): void {
    const tell = () => this.emit('second-instance', createEvent({}), argv, cwd, additionalData)
    if (this.#isReady) tell()
    else this.once('ready', tell)
  }

  /** Pages of the stand-in are in Chromium's sandbox wherever the system allows it. */
  enableSandbox(): void {}

  setAppUserModelId(_id: string): void {}

  setDesktopName(name: string): void {
    this.#desktopName = name
  }

  setUserTasks(tasks: Task[]): boolean {
    if (process.platform !== 'win32') throw new TypeError('app.setUserTasks is not a function')
    this.#tasks = tasks
    return true
  }

  setToastActivatorCLSID(id: string): void {
    if (!/^\{[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i.test(id)) throw new Error('Invalid CLSID format')
  }

  /** On Linux only where the desktop knows the program by an entry of that name: `browser_linux.cc`. */
  setAsDefaultProtocolClient(_scheme: string): boolean {
    if (process.platform !== 'linux') return true
    const { XDG_DATA_HOME, XDG_DATA_DIRS = '/usr/local/share:/usr/share' } = process.env
    const folders = [XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), ...XDG_DATA_DIRS.split(':')]
    return folders.some((folder) => existsSync(join(folder, 'applications', this.#desktopName)))
  }

  isReady(): boolean {
    return this.#isReady
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  /**
   * Emits before-quit, closes each window, then emits will-quit and quit; each of the first three steps may be
   * prevented. Windows close, and the process ends, after this has returned; one that stays keeps no other from closing:
   * `browser.cc`, `window_list.cc`.
   */
  quit(): void {
    if (this.#isQuitting) return
    const before = createEvent({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.#isQuitting = true
    if (this.#host.windows().length === 0) this.#shutDown()
    else setImmediate(() => this.#closeAll())
  }

  #closeAll(): void {
    for (const window of this.#host.windows()) {
      if (!window.isDestroyed()) window.close()
      if (!window.isDestroyed()) this.#isQuitting = false
    }
    if (this.#isQuitting) this.#shutDown()
  }

  #shutDown(): void {
    const will = createEvent({})
    this.emit('will-quit', will)
    this.#isQuitting = !will.defaultPrevented
    if (!will.defaultPrevented) this.#end(0)
  }

  exit(code = 0): void {
    this.#isQuitting = true
    for (const window of this.#host.windows()) window.destroy()
    this.#end(code)
  }

  relaunch(options: RelaunchOptions = {}): void {
    this.#startAgain = options
  }

  #end(code: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.emit('quit', createEvent({}), code)
    if (this.#startAgain !== undefined) startAgain(this.#startAgain)
    setImmediate(() => process.exit(code))
  }

  // What follows is for the stand-in itself.

  _places(): PlacesView {
    const tasks = this.#tasks.map(({ title, program, arguments: given }) => ({ title, program, arguments: given }))
    return {
      isDockIconVisible: this.dock?.isVisible() ?? null,
      tasks: process.platform === 'win32' ? tasks : null,
    }
  }

  _becomeReady(): void {
    this.#isReady = true
    this.emit('ready', createEvent({}), {})
    this.#ready.resolve()
  }

  /** A window has gone. The last one ends the app, unless the app listens and decides. */
  _windowClosed(): void {
    if (this.#isQuitting || this.#host.windows().length > 0) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }
}
