import { Menu } from '@base-ui/react/menu'
import { Fragment, useCallback, useState } from 'react'
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

/** Something that a menu offers. */
export type MenuAct = {
  readonly label: string
  /** The label is a command, in the letters of a console. */
  readonly isCode?: true
  /** Why it can't be done, in a few words; null where it can. */
  readonly why?: string | null
  /** Said beside it where it can, as that it was refused lately. */
  readonly note?: string | null
  /** It takes something away. */
  readonly bad?: boolean
  /** Whether it is on, where it is a choice; the menu stays open, so that several can be changed. */
  readonly isOn?: boolean
  readonly onClick: () => void
}

/** Acts that belong together, as far as there are any; a heading says why. */
export type MenuGroup = readonly (MenuAct | false)[] | { readonly heading: string; readonly acts: readonly MenuAct[] }

function Item({ label, isCode, why = null, note = null, bad = false, isOn, onClick }: MenuAct) {
  if (isOn !== undefined)
    return (
      <Menu.CheckboxItem className={`${styles.item} ${styles.check}`} checked={isOn} onCheckedChange={onClick}>
        <Menu.CheckboxItemIndicator className={styles.tick} keepMounted>
          {isOn && <Icon name="check" />}
        </Menu.CheckboxItemIndicator>
        {label}
      </Menu.CheckboxItem>
    )
  return (
    <Menu.Item className={styles.item} data-tone={bad ? 'bad' : undefined} disabled={why !== null} onClick={onClick}>
      {isCode ? <code data-cut>{label}</code> : label}
      {(why ?? note) !== null && <small data-end>{why ?? note}</small>}
    </Menu.Item>
  )
}

/** The items of a menu: a line parts each group from the one before, unless it has a heading. */
export function MenuItems({ groups }: { groups: readonly MenuGroup[] }) {
  const shown = groups
    .map((group) => ('acts' in group ? group : { heading: null, acts: group.filter((act) => act !== false) }))
    .filter(({ acts }) => acts.length > 0)
  return shown.map(({ heading, acts }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: two acts may have one label
    const items = acts.map((act, place) => <Item key={`${place} ${act.label}`} {...act} />)
    if (heading === null)
      return (
        <Fragment key={acts[0]?.label}>
          {index > 0 && <Menu.Separator className={styles.line} />}
          {items}
        </Fragment>
      )
    return (
      <Menu.Group key={heading}>
        <Menu.GroupLabel className={styles.label}>{heading}</Menu.GroupLabel>
        {items}
      </Menu.Group>
    )
  })
}

/** The item that an arrow key on the button opens the menu at. */
const arrows: ReadonlyMap<string, 'first' | 'last'> = new Map([
  ['ArrowDown', 'first'],
  ['ArrowUp', 'last'],
])

type MenuButtonProps = Omit<MenuTriggerProps, 'isOpen' | 'onOpen' | 'onKeyDown'> & {
  groups?: readonly MenuGroup[]
  /** Items that are known only once it is open, in place of the groups. */
  children?: React.ReactNode
}

/** A button with a menu. */
export function MenuButton({ groups = [], children = <MenuItems groups={groups} />, ...button }: MenuButtonProps) {
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
