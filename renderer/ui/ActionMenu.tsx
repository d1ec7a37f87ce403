import { Menu } from '@base-ui/react/menu'
import styles from './ActionMenu.module.css'
import { Icon } from './Icon.tsx'

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
          <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
            <Menu.Popup className={styles.menu}>{payload !== undefined && children(payload)}</Menu.Popup>
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
  /** A word to what can be done all the same. */
  note?: string | null
  bad?: boolean
  onClick: () => void
}

export function MenuItem({ children, reason = null, note = null, bad = false, onClick }: MenuItemProps) {
  return (
    <Menu.Item className={styles.item} data-look={bad ? 'bad' : undefined} disabled={reason !== null} onClick={onClick}>
      {children}
      {(reason ?? note) !== null && <em>{reason ?? note}</em>}
    </Menu.Item>
  )
}

type MenuCheckProps = { children: React.ReactNode; checked: boolean; onChange: (checked: boolean) => void }

/** Something that is on or off; the menu stays open, so that several can be changed. */
export function MenuCheck({ children, checked, onChange }: MenuCheckProps) {
  return (
    <Menu.CheckboxItem className={`${styles.item} ${styles.check}`} checked={checked} onCheckedChange={onChange}>
      <Menu.CheckboxItemIndicator className={styles.tick} keepMounted>
        {checked && <Icon name="check" />}
      </Menu.CheckboxItemIndicator>
      {children}
    </Menu.CheckboxItem>
  )
}

/** Items that belong together, under a heading. */
export function MenuGroup({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={styles.label}>{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  )
}

export function MenuLine() {
  return <Menu.Separator className={styles.line} />
}
