import type { MenuItemStandIn, MenuStandIn } from './menu.ts'

/**
 * A tray's menu in the hands of a person, as each system has it:
 * - macOS: one delegate for the menu and its submenus. Each submenu that opens makes the menu say again that it will
 *   show; one that closes makes it say that it will close, though it stays, and then the menu's own end is not told. A
 *   menu that is set meanwhile shuts the open one; where the end was told already, the open one stays and leads nowhere.
 *   Source: Electron's `electron_menu_controller.mm`, `tray_icon_cocoa.mm`.
 * - Windows: each menu tells of itself, and an open one stays as it is. Source: `notify_icon.cc`.
 * - Linux: the desktop draws it. Only submenus tell that they open, and nothing tells that it closes. Where a menu or
 *   a tooltip is set, each item has a new number: submenus close, and a click on an old number is dropped.
 *   Source: `status_icon_linux_dbus.cc`, Chromium's `components/dbus/menu/menu.cc`.
 */
export type OpenMenu = {
  /** The labels of the submenus that are open. */
  path(): readonly string[]
  /** Goes to where just the submenus of these labels are open. */
  goTo(path: readonly string[]): void
  /** The app has set a menu, or on Linux a tooltip. False where this one is shut by that. */
  replaced(menu: MenuStandIn | null): boolean
  close(): void
  choose(label: string): (() => void) | null
}

/** The item of this label, if a person can click it. Throws otherwise. */
function itemIn(menu: MenuStandIn | null, label: string): MenuItemStandIn {
  const item = menu?.items.find((candidate) => candidate.visible && candidate.label === label)
  if (item === undefined) {
    const there = menu?.items.map((candidate) => candidate.label).join(', ')
    throw new Error(`no menu item "${label}"; there are: ${there}`)
  }
  if (!item.enabled) throw new Error(`the menu item "${label}" is disabled`)
  return item
}

/** Opens a menu, which tells of it where this system does. */
export function openMenu(given: MenuStandIn | null, system: NodeJS.Platform): OpenMenu {
  let root = given
  /** The open submenus from the outermost on, each with its item. */
  let submenus: MenuItemStandIn[] = []
  /** What is looked at has been replaced: a click leads nowhere. */
  let isDead = false
  /** macOS: whether the menu has told that it shows and not yet that it closes. */
  let isTold = false

  const where = () => submenus.at(-1)?.submenu ?? root

  function tellShown(menu: MenuStandIn | null | undefined): void {
    isTold = true
    if (system === 'darwin') root?.emit('menu-will-show')
    else if (system === 'win32' || menu !== root) menu?.emit('menu-will-show')
  }

  function tellClosing(menu: MenuStandIn | null | undefined, isOfRoot: boolean): void {
    if (system === 'win32') menu?.emit('menu-will-close')
    if (system !== 'darwin' || !isTold) return
    isTold = false
    if (isOfRoot) root?.emit('menu-will-close')
  }

  function closeSubmenus(depth: number): void {
    while (submenus.length > depth) {
      const closed = submenus.pop()
      tellClosing(closed?.submenu, submenus.length === 0)
    }
  }

  function openSubmenu(label: string): void {
    const item = itemIn(where(), label)
    // Linux: the person looks at the new menu now.
    if (system === 'linux') isDead = false
    if (item.submenu === undefined) throw new Error(`the menu item "${label}" opens no submenu`)
    submenus.push(item)
    tellShown(item.submenu)
  }

  function close(): void {
    closeSubmenus(0)
    tellClosing(root, true)
  }

  tellShown(root)
  return {
    path: () => submenus.map(({ label }) => label),
    goTo(path) {
      const differsAt = path.findIndex((label, depth) => submenus[depth]?.label !== label)
      closeSubmenus(differsAt < 0 ? path.length : differsAt)
      for (const label of path.slice(submenus.length)) openSubmenu(label)
    },
    replaced(menu) {
      if (system === 'win32') return true
      if (system === 'darwin') {
        isDead = true
        const isShut = isTold
        if (isShut) close()
        return !isShut
      }
      isDead = submenus.length > 0
      root = menu
      submenus = []
      return true
    },
    close,
    choose(label) {
      const item = isDead ? null : itemIn(where(), label)
      close()
      // Asked again: at the word that it closes the app may have replaced it.
      return isDead || item === null ? null : () => item.click()
    },
  }
}
