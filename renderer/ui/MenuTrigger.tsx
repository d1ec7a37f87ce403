import { Button, IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'

/** A press that opens a menu. */
export type MenuRequest = {
  /** The button that names it, beside which it stands. */
  readonly anchor: HTMLElement
  /** Where the pointer asked for it, in pixels of the window, if not at the button. */
  readonly at?: { readonly x: number; readonly y: number }
  /** What gets the focus back in place of the button. */
  readonly back?: HTMLElement
  /** The item that has the focus at first; null after a press of the mouse. */
  readonly item: 'first' | 'last' | null
}

export type MenuTriggerProps = Omit<React.ComponentProps<typeof IconButton>, 'onClick'> & {
  /** Words to be seen, before the icon; without them the button is the icon alone. */
  text?: string
  isOpen: boolean
  onOpen: (request: MenuRequest) => void
}

/** The button of a menu that is drawn elsewhere; see `MenuButton` for both in one. */
export function MenuTrigger({ isOpen, onOpen, text, icon, label, ...rest }: MenuTriggerProps) {
  const button: React.ComponentProps<'button'> = {
    ...rest,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: ({ currentTarget, detail }) =>
      // A click made by the keyboard has `detail` 0.
      onOpen({ anchor: currentTarget, item: detail === 0 ? 'first' : null }),
  }
  if (text === undefined) return <IconButton {...button} icon={icon} label={label} />
  return (
    <Button {...button} look="ghost" aria-label={label}>
      {text}
      <Icon name={icon} />
    </Button>
  )
}

/** True for the keys that open a row's menu. */
export const isMenuKey = ({ key, shiftKey }: React.KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** Asks for the menu of a row, at the pointer or, where a key asked for it, at its button; null where it has none. */
export function rowMenu(event: React.MouseEvent | React.KeyboardEvent, row: HTMLElement): MenuRequest | null {
  const anchor = row.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  if (anchor === null) return null
  const at = 'clientX' in event ? { x: event.clientX, y: event.clientY } : null
  return { anchor, back: row, item: at === null ? 'first' : null, ...(at !== null && { at }) }
}
