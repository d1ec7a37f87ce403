import { Popover as Base } from '@base-ui/react/popover'
import styles from './ActionMenu.module.css'

type PopoverProps = {
  /** The button that opens it, and names it. */
  trigger: React.ReactElement
  label: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Gets the focus on closing, in place of the button; null for the button. */
  focusAfter?: () => HTMLElement | null
  children: React.ReactNode
}

/** A small panel beside its button, with more than a menu can hold. Escape or a click beside it closes it. */
export function Popover({ trigger, label, isOpen, onOpen, focusAfter, children }: PopoverProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Base.Popup className={styles.popup} data-frame aria-label={label} finalFocus={() => focusAfter?.() ?? true}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
