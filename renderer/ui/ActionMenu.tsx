import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import styles from './ActionMenu.module.css'
import { Icon } from './Icon.tsx'

type ActionMenuProps<T> = {
  handle: Menu.Handle<T>
  children: (subject: T) => React.ReactNode
}

/** One menu for any number of `Menu.Trigger`s with the same handle, each opening it for its own subject. */
export function ActionMenu<T>({ handle, children }: ActionMenuProps<T>) {
  return (
    <Menu.Root handle={handle}>
      {({ payload }) => <Popup>{payload !== undefined && children(payload)}</Popup>}
    </Menu.Root>
  )
}

type AnchoredMenuProps = {
  /** The button that opened it, which gets the focus back. */
  anchor: HTMLElement
  onClosed: () => void
  children: React.ReactNode
}

/** A menu that is open from the start, for buttons that are drawn before the menu's code has loaded. */
export function AnchoredMenu({ anchor, onClosed, children }: AnchoredMenuProps) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Menu.Root open={isOpen} onOpenChange={setIsOpen} onOpenChangeComplete={(stays) => stays || onClosed()}>
      <Popup anchor={anchor}>{children}</Popup>
    </Menu.Root>
  )
}

/** @param anchor where it opens and what gets the focus back, where there is no trigger */
function Popup({ anchor, children }: { anchor?: HTMLElement; children: React.ReactNode }) {
  return (
    <Menu.Portal>
      <Menu.Positioner className={styles.positioner} sideOffset={4} align="end" {...(anchor && { anchor })}>
        <Menu.Popup className={styles.menu} {...(anchor && { finalFocus: () => anchor })}>
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
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

/** A menu item that is on or off; the menu stays open, so that several can be changed. */
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
