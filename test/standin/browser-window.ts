import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { choices } from './choices.ts'
import type { Page, PageEvents } from './page.ts'
import { createEvent, StrictEmitter } from './strict.ts'
import type { WebContents } from './web-contents.ts'
import { refuseUnsafe, scriptsOf, type WebPreferences } from './web-preferences.ts'
import { type WindowShape, windowEvents } from './window-shape.ts'

/** What the stand-in's windows need from the rest of it. */
export type WindowHost = {
  createContents(): WebContents
  openPage(contents: WebContents, options: PageRequestOptions, events: PageEvents): Promise<Page>
  created(window: BrowserWindowStandIn): void
  /** Called when a window has taken the focus, which no other has then. */
  focused(window: BrowserWindowStandIn): void
  /** What a maximised window fills. */
  workArea(): Rectangle
  /** Called when a window has gone for good, and before it tells of that. */
  gone(window: BrowserWindowStandIn): void
  /** Called when it has told. */
  closed(): void
}

export type PageRequestOptions = {
  readonly scripts: ReturnType<typeof scriptsOf>
  readonly bounds: Rectangle
  readonly isShown: boolean
}

/**
 * A window. Its state (shown, focused, bounds) is kept here, and Chromium follows it where it has real windows. There a
 * hidden window is minimised, since a page of Chromium cannot live without a window.
 */
export class BrowserWindowStandIn extends StrictEmitter implements WindowShape {
  readonly #id: number
  readonly #contents: WebContents
  readonly #parent: BrowserWindowStandIn | null
  readonly #host: WindowHost
  readonly #preferences: WebPreferences
  #bounds: Rectangle
  #title: string
  #isVisible: boolean
  #isMinimized = false
  #isMaximized = false
  #isFullScreen = false
  #isTellingOfBlur = false
  #isFocused = false
  #state: 'open' | 'closing' | 'gone' = 'open'
  #wasReady = false

  constructor(host: WindowHost, options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', windowEvents)
    const preferences = options.webPreferences ?? {}
    refuseUnsafe(preferences)
    this.#host = host
    this.#preferences = preferences
    const { width = 800, height = 600, x = 0, y = 0 } = options
    this.#bounds = { x, y, width, height }
    this.#title = options.title ?? 'Electron'
    this.#isVisible = options.show !== false
    this.#isFocused = this.#isVisible
    this.#contents = host.createContents()
    this.#id = this.#contents.id
    // What the app makes a window with is one of these.
    this.#parent = (options.parent ?? null) as unknown as BrowserWindowStandIn | null
    host.created(this)
    this.#openPage()
  }

  #openPage(): void {
    const contents = this.#contents
    const page = this.#host.openPage(
      contents,
      {
        scripts: scriptsOf(this.#preferences),
        bounds: this.#bounds,
        isShown: this.#isVisible,
      },
      {
        message: (frame, text) => contents._receive(frame, text),
        contextMenu: (details) => contents._contextMenu(details),
        loaded: () => this.#loaded(),
        windowOpened: (details) => contents._windowOpened(details),
        leaving: (url) => void contents._mayNavigate(url, false),
        crashed: () => contents._crashed(),
        gone: () => this.#pageGone(),
      },
    )
    contents._show(page).catch((failure: unknown) => {
      if (this.#state === 'open') console.error('A window could not be opened:', failure)
    })
  }

  #loaded(): void {
    // Chromium told it of a page that the app has closed meanwhile.
    if (this.#current() === 'gone') return
    this.#contents._loaded()
    if (this.#wasReady || this.#contents.mainFrame.url === '' || choices.firstPaint === 'never') return
    this.#wasReady = true
    this.emit('ready-to-show')
  }

  /** A person closed Chromium's window, or the page closed itself; the app may prevent that. */
  #pageGone(): void {
    if (this.#state !== 'open') return
    this.close()
    // The listener may have destroyed the window instead.
    if (this.#current() === 'open') this.#openPage()
  }

  #current(): 'open' | 'closing' | 'gone' {
    return this.#state
  }

  #follow(change: (page: Page) => Promise<void>): void {
    const page = this.#contents._page
    if (page !== undefined) void change(page)
  }

  get id(): number {
    return this.#id
  }

  get webContents(): WebContents {
    return this.#contents
  }

  /** macOS takes a window's children along (`native_window_mac.mm`), Windows what a window owns. */
  _goesWith(other: BrowserWindowStandIn): boolean {
    return this.#parent === other && process.platform !== 'linux'
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address)
  }

  reload(): void {
    this.webContents.reload()
  }

  show(): void {
    this.showInactive()
    this.focus()
  }

  showInactive(): void {
    if (this.#isVisible) return
    this.#isVisible = true
    this.#follow((page) => page.setShown(true))
    this.emit('show')
  }

  hide(): void {
    if (!this.#isVisible) return
    if (this.#isFullScreen && process.platform === 'darwin') {
      throw new Error('macOS leaves a black screen behind a full-screen window that is hidden')
    }
    this.blur()
    this.#isVisible = false
    this.#follow((page) => page.setShown(false))
    this.emit('hide')
  }

  focus(): void {
    if (this.#isFocused || !this.#isVisible || choices.focus === 'refused') return
    this.#isFocused = true
    this.#follow((page) => page.setShown(true))
    this.#host.focused(this)
    this.emit('focus')
  }

  blur(): void {
    if (!this.#isFocused) return
    this.#isFocused = false
    this.#isTellingOfBlur = true
    this.emit('blur')
    this.#isTellingOfBlur = false
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  isFocused(): boolean {
    return this.#isFocused
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  minimize(): void {
    this.blur()
    this.#isMinimized = true
    this.#follow((page) => page.setShown(false))
    this.emit('minimize')
  }

  restore(): void {
    if (!this.#isMinimized) return
    this.#isMinimized = false
    this.#follow((page) => page.setShown(true))
    this.emit('restore')
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  /** Shows a hidden window, without the focus (`native_window_views.cc`, `native_window_mac.mm`). */
  maximize(): void {
    const wasMaximized = this.#isMaximized
    this.#isMaximized = true
    this.showInactive()
    if (!wasMaximized) this.emit('maximize')
  }

  unmaximize(): void {
    if (!this.#isMaximized) return
    this.#isMaximized = false
    this.emit('unmaximize')
  }

  isFullScreen(): boolean {
    return this.#isFullScreen
  }

  /**
   * macOS and Linux take their time for it. Windows tells of it at once and changes the window after that; one that was
   * hidden meanwhile is put back on the screen, with nothing in it: `native_window_views.cc`, `SetFullScreen`.
   */
  setFullScreen(isFullScreen: boolean): void {
    if (isFullScreen === this.#isFullScreen) return
    const event = isFullScreen ? 'enter-full-screen' : 'leave-full-screen'
    if (process.platform === 'win32') {
      this.emit(event)
      this.#isFullScreen = isFullScreen
      if (!isFullScreen) this.#isVisible = true
      return
    }
    setImmediate(() => {
      if (this.#state === 'gone') return
      this.#isFullScreen = isFullScreen
      this.emit(event)
    })
  }

  /** The stand-in has one workspace. */
  setVisibleOnAllWorkspaces(_isVisible: boolean): void {}

  getBounds(): Rectangle {
    return this.#isMaximized ? this.#host.workArea() : { ...this.#bounds }
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Rectangle>): void {
    const before = this.#bounds
    const next = { ...before, ...bounds }
    this.#bounds = next
    this.#follow((page) => page.setBounds(next))
    if (next.x !== before.x || next.y !== before.y) this.emit('move')
    if (next.width !== before.width || next.height !== before.height) this.emit('resize')
  }

  getTitle(): string {
    return this.#title
  }

  setTitle(title: string): void {
    this.#title = title
  }

  /** The stand-in shows no application menu. */
  setMenuBarVisibility(_isVisible: boolean): void {}

  isDestroyed(): boolean {
    return this.#state === 'gone'
  }

  /** Closes as a person would: the app may prevent it. */
  close(): void {
    if (this.#state !== 'open') return
    if (this.#isTellingOfBlur) throw new Error('Electron has crashed where a window was closed within its blur event')
    this.#state = 'closing'
    const event = createEvent({})
    this.emit('close', event)
    // A listener may have destroyed the window meanwhile.
    if (this.#current() === 'gone') return
    if (event.defaultPrevented) this.#state = 'open'
    else this.destroy()
  }

  destroy(): void {
    if (this.#state === 'gone') return
    this.#state = 'gone'
    this.#host.gone(this)
    void this.#contents._destroy()
    this.emit('closed')
    this.#host.closed()
  }
}

// All but `isDestroyed` and `destroy` throw from the moment that `closed` is told: `electron_api_base_window.cc`,
// `function_template.h`.
const { prototype } = BrowserWindowStandIn
for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
  if (['constructor', 'isDestroyed', 'destroy'].includes(name) || name.startsWith('_')) continue
  const real: (...given: unknown[]) => unknown = get ?? value
  function ofLiving(this: BrowserWindowStandIn, ...given: unknown[]): unknown {
    if (this.isDestroyed()) throw new TypeError('Object has been destroyed')
    return real.apply(this, given)
  }
  Object.defineProperty(prototype, name, get === undefined ? { value: ofLiving } : { get: ofLiving })
}
