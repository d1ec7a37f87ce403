import type { Tray } from 'electron'
import type { Desk, DeskTray } from './desk.ts'
import { type MenuStandIn, viewMenu } from './menu.ts'
import type { StandInImage } from './native-image.ts'
import { nativeImage } from './native-image.ts'
import { type OpenMenu, openMenu } from './open-menu.ts'
import { StrictEmitter } from './strict.ts'

type Shape = Pick<Tray, 'setToolTip' | 'setTitle' | 'getTitle' | 'destroy' | 'isDestroyed'>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A tray icon as data, and its menu as a person opens it. */
export class TrayStandIn extends StrictEmitter implements Shape {
  readonly #desk: Desk
  readonly #entry: DeskTray
  #image: StandInImage
  #tooltip = ''
  #title = ''
  #menu: MenuStandIn | null = null
  #open: OpenMenu | null = null
  #isDestroyed = false

  constructor(desk: Desk, image: StandInImage | string, guid?: string) {
    super('Tray', ['click', 'right-click', 'double-click', 'middle-click'])
    if (process.platform === 'win32' && guid !== undefined && !uuid.test(guid)) throw new Error('Invalid GUID format')
    this.#desk = desk
    this.#image = typeof image === 'string' ? nativeImage.createFromPath(image) : image
    this.#entry = {
      view: () => ({
        tooltip: this.#tooltip,
        title: this.#title,
        image: {
          path: this.#image._path,
          ...this.#image.getSize(),
          isEmpty: this.#image.isEmpty(),
          isTemplate: this.#image.isTemplateImage(),
          pixels: this.#image._trayPixels(),
        },
        guid: guid ?? null,
        menu: viewMenu(this.#menu),
        open: this.#open?.path() ?? null,
      }),
      open: (path) => this.#openMenu(path),
      close: () => this.#closeMenu(),
      choose: (label) => this.#choose(label),
      emit: (event) => this.emit(event, {}, { x: 0, y: 0, width: 24, height: 24 }, { x: 12, y: 12 }),
    }
    desk.trays.add(this.#entry)
    desk.changed()
  }

  #change(change: () => void): void {
    if (this.#isDestroyed) throw new TypeError('Tray is destroyed')
    change()
    this.#desk.changed()
  }

  #openMenu(path: readonly string[]): void {
    const system = process.platform
    // macOS says so before it shows a menu, and shows what is set by then.
    if (this.#open === null && system === 'darwin') this.#entry.emit('click')
    this.#open ??= openMenu(this.#menu, system)
    try {
      this.#open.goTo(path)
    } catch (failure) {
      this.#closeMenu()
      throw failure
    }
  }

  #closeMenu(): void {
    this.#open?.close()
    this.#open = null
  }

  #choose(label: string): (() => void) | null {
    try {
      return this.#open?.choose(label) ?? null
    } catch (failure) {
      this.#open?.close()
      throw failure
    } finally {
      this.#open = null
    }
  }

  /** What is set may shut the menu that is open. */
  #replaced(): void {
    if (this.#open?.replaced(this.#menu) === false) this.#open = null
  }

  setImage(image: StandInImage | string): void {
    this.#change(() => {
      this.#image = typeof image === 'string' ? nativeImage.createFromPath(image) : image
    })
  }

  setToolTip(tooltip: string): void {
    this.#change(() => {
      this.#tooltip = tooltip
      if (process.platform === 'linux') this.#replaced()
    })
  }

  setTitle(title: string): void {
    this.#change(() => {
      this.#title = title
    })
  }

  getTitle(): string {
    return this.#title
  }

  setContextMenu(menu: MenuStandIn | null): void {
    this.#change(() => {
      this.#menu = menu
      this.#replaced()
    })
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#desk.trays.delete(this.#entry)
    this.#desk.changed()
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }
}
