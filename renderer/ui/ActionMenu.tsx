import { Menu } from '@base-ui/react/menu'
import { useCallback, useState } from 'react'
import styles from './ActionMenu.module.css'
import { Icon } from './Icon.tsx'
import { type MenuRequest, MenuTrigger, type MenuTriggerProps } from './MenuTrigger.tsx'

type ActionMenuProps = {
  request: MenuRequest
  onClosed: () => void
  children: React.ReactNode
}

/** The first or last item that can be chosen. */
function itemAt(popup: HTMLElement, item: 'first' | 'last'): HTMLElement | undefined {
  const items = popup.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')
  return [...items].at(item === 'first' ? 0 : -1)
}

/** Beside the pointer, never under it; as far up as it must be to be seen whole. */
const besidePointer = ({ x, y }: { x: number; y: number }) =>
  ({
    anchor: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) },
    side: 'right',
    align: 'start',
    collisionAvoidance: { side: 'flip', align: 'shift' },
  }) as const

/** A menu that is open from the start. */
export function ActionMenu({ request: { anchor, item, at, back = anchor }, onClosed, children }: ActionMenuProps) {
  const [isOpen, setIsOpen] = useState(true)
  // A key that is pressed right after must find the menu: the library would let a frame go by before it has the focus.
  const takeFocus = useCallback(
    (popup: HTMLElement | null) => {
      popup?.focus({ preventScroll: true })
      // The menu knows its items when all of their effects have run.
      if (popup !== null && item !== null) queueMicrotask(() => itemAt(popup, item)?.focus({ preventScroll: true }))
    },
    [item],
  )
  function changeOpen(opens: boolean, { reason }: Menu.Root.ChangeEventDetails): void {
    // A dialog that the item opens gives the focus back to what has it now.
    if (reason === 'item-press') back.focus({ preventScroll: true })
    setIsOpen(opens)
  }
  return (
    <Menu.Root open={isOpen} onOpenChange={changeOpen} onOpenChangeComplete={(stays) => stays || onClosed()}>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.positioner}
          {...(at ? besidePointer(at) : { anchor, align: 'end', sideOffset: 4 })}
        >
          <Menu.Popup
            ref={takeFocus}
            className={styles.menu}
            aria-label={anchor.getAttribute('aria-label') ?? ''}
            finalFocus={() => back}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
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

/** The item that an arrow key on the button opens the menu at. */
const arrows: ReadonlyMap<string, 'first' | 'last'> = new Map([
  ['ArrowDown', 'first'],
  ['ArrowUp', 'last'],
])

type MenuButtonProps = Omit<MenuTriggerProps, 'isOpen' | 'onOpen' | 'onKeyDown'> & { children: React.ReactNode }

/** A button with a menu, whose items are the children. */
export function MenuButton({ children, ...button }: MenuButtonProps) {
  const [request, setRequest] = useState<MenuRequest | null>(null)
  return (
    <>
      <MenuTrigger
        {...button}
        isOpen={request !== null}
        onOpen={setRequest}
        onKeyDown={(event) => {
          const item = arrows.get(event.key)
          if (item === undefined) return
          event.preventDefault()
          setRequest({ anchor: event.currentTarget, item })
        }}
      />
      {request && (
        <ActionMenu request={request} onClosed={() => setRequest(null)}>
          {children}
        </ActionMenu>
      )}
    </>
  )
}
