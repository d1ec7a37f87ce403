import type { WebContents as ElectronWebContents, Session, WindowOpenHandlerResponse } from 'electron'
import type { Addresses } from './addresses.ts'
import type { WebFrameMain } from './frames.ts'
import type { IpcMainStandIn } from './ipc.ts'
import type { Page } from './page.ts'
import { createEvent, notImplemented, StrictEmitter, strict } from './strict.ts'

export type OpenDetails = { url: string; frameName: string; features: string }
type OpenHandler = (details: OpenDetails & { disposition: string; referrer: object }) => WindowOpenHandlerResponse

type Shape = Pick<
  ElectronWebContents,
  'id' | 'getURL' | 'isDestroyed' | 'isLoading' | 'loadURL' | 'reload' | 'send' | 'session'
>

export type WebContentsDeps = {
  readonly id: number
  readonly session: Session
  readonly addresses: Addresses
  readonly ipcMain: IpcMainStandIn
}

const events = [
  'will-navigate',
  'will-redirect',
  // Never emitted: the stand-in has no webviews; a page's attempt at one creates an unknown element.
  'will-attach-webview',
  'did-start-loading',
  'did-finish-load',
  'did-fail-load',
  'did-create-window',
  'dom-ready',
  'context-menu',
  'render-process-gone',
  'destroyed',
] as const

/** The contents of a window: a page of Chromium, or a new one after the first was closed. */
export class WebContents extends StrictEmitter implements Shape {
  readonly id: number
  readonly session: Session
  readonly #addresses: Addresses
  readonly #ipcMain: IpcMainStandIn
  #page: Promise<Page> | undefined
  #opened: Page | undefined
  #isDestroyed = false
  #isLoading = false
  #lastAddress = ''
  /** Addresses that the app itself is loading, which fire no `will-navigate`. */
  readonly #ownLoads = new Set<string>()
  #loaded: (() => void)[] = []
  #openHandler: OpenHandler | null = null

  constructor({ id, session, addresses, ipcMain }: WebContentsDeps) {
    super('webContents', events)
    this.id = id
    this.session = session
    this.#addresses = addresses
    this.#ipcMain = ipcMain
  }

  get mainFrame(): WebFrameMain {
    if (this.#opened === undefined) throw notImplemented('webContents.mainFrame before the page exists')
    return this.#opened.frames.main
  }

  getURL(): string {
    return this.#opened?.frames.main.url ?? this.#lastAddress
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  isLoading(): boolean {
    return this.#isLoading
  }

  /** Resolves when the page has loaded; rejects, as Electron does, with the reason where it cannot. */
  async loadURL(address: string): Promise<void> {
    this.#lastAddress = address
    this.#isLoading = true
    const page = await this.#page
    if (page === undefined || this.#isDestroyed) return
    const target = this.#addresses.toChromium(address)
    this.#ownLoads.add(this.#addresses.toApp(new URL(target).href))
    const loaded = new Promise<void>((resolve) => this.#loaded.push(resolve))
    const failure = await page.navigate(target)
    if (failure === undefined) return loaded
    this.#isLoading = false
    this.emit('did-fail-load', createEvent({}), -2, failure, address, true)
    throw Object.assign(new Error(`${failure} (-2) loading '${address}'`), { code: failure, errno: -2, url: address })
  }

  reload(): void {
    this.#reload().catch(() => {
      // Told by did-fail-load.
    })
  }

  async #reload(): Promise<void> {
    await this.loadURL(this.getURL())
  }

  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
    const text = this.#ipcMain.push(channel, args)
    if (this.#opened !== undefined) this.#opened.deliver(this.#opened.frames.main, text)
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  // What follows is for the stand-in itself; names start with an underscore to stay out of the app's way.

  /** The page, once Chromium has opened it. */
  get _page(): Page | undefined {
    return this.#opened
  }

  /** Sets the page of these contents; a second one replaces a page that was closed. */
  async _show(page: Promise<Page>): Promise<void> {
    const isAnother = this.#page !== undefined
    this.#page = page
    this.#opened = await page
    if (isAnother && this.#lastAddress !== '') await this.loadURL(this.#lastAddress)
  }

  /** Lets the app's listeners decide whether the page may navigate. */
  _mayNavigate(url: string, isRedirect: boolean): boolean {
    if (this.#ownLoads.delete(url)) return true
    const event = createEvent({
      url,
      isSameDocument: false,
      isMainFrame: true,
      frame: this.mainFrame,
      initiator: this.mainFrame,
    })
    this.emit(isRedirect ? 'will-redirect' : 'will-navigate', event, url, false, true)
    if (!event.defaultPrevented) this.#lastAddress = url
    return !event.defaultPrevented
  }

  _receive(frame: WebFrameMain, text: string): void {
    const reply = (answer: string) => this.#opened?.deliver(frame, answer)
    this.#ipcMain.receive(this, frame, text, reply).catch((failure: unknown) => {
      // Only the preload's world can send here, and it sends what `receive` can read.
      console.error('A message from a page could not be read:', failure)
    })
  }

  /** Of Electron's details there are those that the page can tell. */
  _contextMenu(details: string): void {
    this.emit('context-menu', createEvent({}), strict('params', JSON.parse(details)))
  }

  _loaded(): void {
    // The empty document that every page starts with.
    if (this.mainFrame.url === '') return
    this.#isLoading = false
    for (const resolve of this.#loaded.splice(0)) resolve()
    this.emit('dom-ready', createEvent({}))
    this.emit('did-finish-load', createEvent({}))
  }

  /** The page opened a window. It is closed whatever the app's answer, so an app that allows it gets an error. */
  _windowOpened(details: OpenDetails): void {
    const answer = this.#openHandler?.({
      ...details,
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    })
    if (answer?.action !== 'deny') {
      console.error(notImplemented('windows that a page opens: answer setWindowOpenHandler with deny').message)
    }
  }

  _crashed(): void {
    this.#isLoading = false
    this.emit('render-process-gone', createEvent({}), { reason: 'crashed', exitCode: 5 })
  }

  async _destroy(): Promise<void> {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.emit('destroyed')
    const page = await this.#page
    await page?.close()
  }
}
