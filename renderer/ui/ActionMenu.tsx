import { Menu } from '@base-ui/react/menu'

type ActionMenuProps<T> = {
  handle: Menu.Handle<T>
  children: (subject: T) => React.ReactNode
}

/** One menu that any number of `MenuButton`s with the same handle open, each for its own subject. */
export function ActionMenu<T>({ handle, children }: ActionMenuProps<T>) {
  return (
    <Menu.Root handle={handle}>
      {({ payload }) => (
        <Menu.Portal>
          <Menu.Positioner className="menu-positioner" sideOffset={4} align="end">
            <Menu.Popup className="menu">{payload !== undefined && children(payload)}</Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      )}
    </Menu.Root>
  )
}

type MenuItemProps = {
  children: React.ReactNode
  /** Why this cannot be done now; shown beside it. */
  reason?: string | null
  bad?: boolean
  onClick: () => void
}

export function MenuItem({ children, reason = null, bad = false, onClick }: MenuItemProps) {
  return (
    <Menu.Item className={`menu-item ${bad ? 'menu-item-bad' : ''}`} disabled={reason !== null} onClick={onClick}>
      {children}
      {reason !== null && <em>{reason}</em>}
    </Menu.Item>
  )
}

export function MenuLine() {
  return <Menu.Separator className="menu-line" />
}
