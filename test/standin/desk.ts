import { EventEmitter } from 'node:events'

/** A tray menu, dialog or notification as data: what a driver reads, and what the desk window shows. */
export type MenuItemView = {
  readonly id: number
  readonly label: string
  readonly sublabel: string
  readonly type: string
  readonly enabled: boolean
  readonly visible: boolean
  readonly checked: boolean
  readonly submenu: readonly MenuItemView[]
}

export type TrayView = {
  readonly tooltip: string
  readonly title: string
  readonly image: {
    readonly path: string | null
    readonly width: number
    readonly height: number
    readonly isEmpty: boolean
    readonly isTemplate: boolean
    /** The widths in pixels among which the system chooses. */
    readonly pixels: readonly number[]
  }
  /** By which the system knows the icon again. */
  readonly guid: string | null
  readonly menu: readonly MenuItemView[]
  /** The submenus that a person has open, by their labels; null while the menu is closed. */
  readonly open: readonly string[] | null
}

/** What the app gave the system's own places for it: null where this system has none. */
export type PlacesView = {
  readonly isDockIconVisible: boolean | null
  /** Of Windows' jump list. */
  readonly tasks: readonly { readonly title: string; readonly program: string; readonly arguments: string }[] | null
}

export type DialogView = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  /** It belongs to a window, and stands over it. */
  readonly isOverWindow: boolean
}

export type NotificationView = {
  readonly id: number
  readonly title: string
  readonly body: string
  /** The texts of its buttons. */
  readonly buttons: readonly string[]
  /** What Windows hands over for a click on it. */
  readonly activation: string
  readonly isOpen: boolean
}

export type DeskTray = {
  view(): TrayView
  /** Opens the menu, and the submenus of these labels in it. Throws where a person could not. */
  open(path: readonly string[]): void
  close(): void
  /**
   * Chooses the item of this label where the person looks, which closes the menu. The returned function brings the
   * click to the app; null where the system swallows it. Throws where a person could not click it.
   */
  choose(label: string): (() => void) | null
  emit(event: string): boolean
}
export type DeskBox = { readonly view: DialogView; answer(button: number): void }
export type DeskNotification = { view(): NotificationView; click(): void; press(button: number): void; close(): void }

/**
 * Everything that the app shows outside its windows: tray, dialogs, notifications. Where nobody watches it, dialogs
 * cannot be answered.
 */
export type Desk = {
  readonly trays: Set<DeskTray>
  readonly boxes: Map<number, DeskBox>
  readonly notifications: Map<number, DeskNotification>
  readonly openedLinks: string[]
  /** True where a driver or a person sees the desk. */
  isWatched: boolean
  nextId(): number
  /** To be called after any change. */
  changed(): void
  onChange(listener: () => void): void
}

export function createDesk(): Desk {
  const changes = new EventEmitter()
  let lastId = 0
  return {
    trays: new Set(),
    boxes: new Map(),
    notifications: new Map(),
    openedLinks: [],
    isWatched: false,
    nextId() {
      lastId += 1
      return lastId
    },
    changed: () => void changes.emit('change'),
    onChange: (listener) => void changes.on('change', listener),
  }
}
