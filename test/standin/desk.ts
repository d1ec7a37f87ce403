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
  }
  readonly menu: readonly MenuItemView[]
}

export type DialogView = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
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
  /** The menu item at the end of a path of labels. Throws where a person could not click it. */
  find(path: readonly string[]): { click(): void }
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
