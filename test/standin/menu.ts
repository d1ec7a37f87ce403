import type { MenuItem as ElectronMenuItem, MenuItemConstructorOptions, PopupOptions } from 'electron'
import type { MenuItemView } from './desk.ts'
import { notImplemented, StrictEmitter, strict } from './strict.ts'

type ItemShape = Pick<
  ElectronMenuItem,
  'id' | 'label' | 'sublabel' | 'type' | 'enabled' | 'visible' | 'checked' | 'toolTip'
>

/** The action and label of each of Electron's roles. Roles of the edit menu are Chromium's own shortcuts. */
type Roles = Readonly<Record<string, { label: string; run?: () => void }>>

let lastCommandId = 0

export class MenuItemStandIn implements ItemShape {
  readonly commandId: number
  readonly id: string
  readonly type: ElectronMenuItem['type']
  readonly role: string | undefined
  readonly icon: unknown
  readonly accelerator: string | undefined
  readonly toolTip: string
  readonly submenu: MenuStandIn | undefined
  readonly click: () => void
  label: string
  sublabel: string
  enabled: boolean
  visible: boolean
  checked: boolean

  constructor(options: MenuItemConstructorOptions, roles: Roles, siblings: () => readonly MenuItemStandIn[]) {
    lastCommandId += 1
    this.commandId = lastCommandId
    const { submenu, role } = options
    if (Array.isArray(submenu)) this.submenu = new MenuStandIn(submenu, roles)
    else if (submenu instanceof MenuStandIn) this.submenu = submenu
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu')
    this.role = role
    const known = role === undefined ? undefined : roles[role]
    if (role !== undefined && known === undefined) throw notImplemented(`the menu role ${role}`)
    this.id = options.id ?? ''
    this.label = options.label ?? known?.label ?? ''
    this.sublabel = options.sublabel ?? ''
    this.toolTip = options.toolTip ?? ''
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.icon = options.icon
    this.accelerator = options.accelerator
    this.click = () => {
      this.#toggle(siblings())
      if (known?.run !== undefined) known.run()
      // The app gets the part of an item that the stand-in has.
      else options.click?.(this as unknown as ElectronMenuItem, undefined, {})
    }
  }

  #toggle(siblings: readonly MenuItemStandIn[]): void {
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.type !== 'radio') return
    for (const item of siblings) if (item.type === 'radio') item.checked = item === this
  }
}

export class MenuStandIn extends StrictEmitter {
  readonly items: MenuItemStandIn[]
  readonly #onPopup: (menu: MenuStandIn) => void

  constructor(
    template: readonly MenuItemConstructorOptions[],
    roles: Roles,
    onPopup: (menu: MenuStandIn) => void = () => {},
  ) {
    super('Menu', ['menu-will-show', 'menu-will-close'])
    this.#onPopup = onPopup
    this.items = template.map((options) => new MenuItemStandIn(options, roles, () => this.items))
  }

  /** Where it stands is the system's; it stays until the next one. */
  popup(_options: PopupOptions = {}): void {
    this.#onPopup(this)
  }
}

export function viewMenu(menu: MenuStandIn | null): readonly MenuItemView[] {
  return (menu?.items ?? []).map(({ commandId, label, sublabel, type, enabled, visible, checked, submenu }) => ({
    id: commandId,
    label,
    sublabel,
    type,
    enabled,
    visible,
    checked,
    submenu: viewMenu(submenu ?? null),
  }))
}

/** `Menu` as the app imports it. */
export function createMenu(app: { quit(): void; getName(): string }, closeFocused: () => void) {
  const roles: Roles = {
    quit: { label: 'Quit', run: () => app.quit() },
    close: { label: 'Close Window', run: closeFocused },
    undo: { label: 'Undo' },
    redo: { label: 'Redo' },
    cut: { label: 'Cut' },
    copy: { label: 'Copy' },
    paste: { label: 'Paste' },
    selectAll: { label: 'Select All' },
    resetZoom: { label: 'Actual Size' },
    zoomIn: { label: 'Zoom In' },
    zoomOut: { label: 'Zoom Out' },
    togglefullscreen: { label: 'Toggle Full Screen' },
    appMenu: { label: app.getName() },
    fileMenu: { label: 'File' },
    editMenu: { label: 'Edit' },
    windowMenu: { label: 'Window' },
  }
  let popup: MenuStandIn | null = null
  return strict('Menu', {
    buildFromTemplate(template: MenuItemConstructorOptions[]) {
      return new MenuStandIn(template, roles, (menu) => {
        popup = menu
      })
    },
    /** No system shows it here. */
    setApplicationMenu(_menu: MenuStandIn | null) {},
    /** The last menu that popped up in a window, for a driver. */
    _popup: () => popup,
  })
}
