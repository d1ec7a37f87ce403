import type { Tray } from 'electron'
import type { Desk, DeskTray } from './desk.ts'
import { findMenuItem, type MenuStandIn, viewMenu } from './menu.ts'
import type { StandInImage } from './native-image.ts'
import { nativeImage } from './native-image.ts'
import { StrictEmitter } from './strict.ts'

type Shape = Pick<Tray, 'setToolTip' | 'setTitle' | 'getTitle' | 'destroy' | 'isDestroyed'>

/** A tray icon as data. */
export class TrayStandIn extends StrictEmitter implements Shape {
  readonly #desk: Desk
  readonly #entry: DeskTray
  #image: StandInImage
  #tooltip = ''
  #title = ''
  #menu: MenuStandIn | null = null
  #isDestroyed = false

  constructor(desk: Desk, image: StandInImage | string) {
    super('Tray', ['click', 'right-click', 'double-click', 'middle-click'])
    this.#desk = desk
    this.#image = typeof image === 'string' ? nativeImage.createFromPath(image) : image
    this.#entry = {
      view: () => ({
        tooltip: this.#tooltip,
        title: this.#title,
        image: { path: this.#image._path, ...this.#image.getSize(), isEmpty: this.#image.isEmpty() },
        menu: viewMenu(this.#menu),
      }),
      find: (path) => findMenuItem(this.#menu, path),
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

  setImage(image: StandInImage | string): void {
    this.#change(() => {
      this.#image = typeof image === 'string' ? nativeImage.createFromPath(image) : image
    })
  }

  setToolTip(tooltip: string): void {
    this.#change(() => {
      this.#tooltip = tooltip
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
    })
  }

  /** Does nothing: the menu can always be read, and is always open in the desk window. */
  popUpContextMenu(): void {}

  destroy(): void {
    this.#isDestroyed = true
    this.#desk.trays.delete(this.#entry)
    this.#desk.changed()
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }
}
