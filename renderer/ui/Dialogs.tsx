import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { useCounted } from '../state/hooks.ts'
import { Button, IconButton } from './Button.tsx'
import styles from './Dialogs.module.css'

type ModalProps = {
  title: string
  lead?: string
  wide?: boolean
  onClose: () => void
  initialFocus?: React.RefObject<HTMLElement | null>
  /** Gets the focus on closing, where what had it before may be gone. */
  finalFocus?: React.RefObject<HTMLElement | null>
  children: React.ReactNode
}

/** What a dialog says below its title, where its content decides that. */
export function Lead({ children }: { children: React.ReactNode }) {
  return <Dialog.Description className={styles.lead}>{children}</Dialog.Description>
}

/** A dialog that can be closed at any time: by Escape, the cross, or a click beside it. It is open while mounted. */
export function Modal({ title, lead, wide = false, onClose, initialFocus, finalFocus, children }: ModalProps) {
  useCounted('forms')
  useCounted('dialogs')
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.dialog}
          data-wide={wide || undefined}
          {...(initialFocus && { initialFocus })}
          {...(finalFocus && { finalFocus })}
        >
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          {lead && <Lead>{lead}</Lead>}
          {children}
          <Dialog.Close render={<IconButton icon="close" label="Close" className={styles.close} />} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type QuestionProps = {
  title: string
  /** What is lost, or what follows. */
  text: string
  yes: string
  /** The yes button's look; `plain` where no is as good an answer. */
  look: 'go' | 'bad' | 'plain'
  onYes: () => void
  /** Why yes is not possible now. */
  stop?: string
  /** The no button's label, where Cancel could be taken for a yes. */
  no?: string
  /** A third answer besides yes and no. */
  other?: { readonly label: string; readonly onClick: () => void }
  onClose: () => void
  finalFocus?: React.RefObject<HTMLElement | null>
  children?: React.ReactNode
}

/** A question that needs an answer. Cancel has the focus, so that Enter does no harm. */
export function Question({
  title,
  text,
  yes,
  no = 'Cancel',
  look,
  onYes,
  stop,
  other,
  onClose,
  finalFocus,
  children,
}: QuestionProps) {
  useCounted('dialogs')
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.dialog} initialFocus={cancel} {...(finalFocus && { finalFocus })}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.lead}>{text}</AlertDialog.Description>
          {children}
          <div className={styles.actions}>
            <AlertDialog.Close ref={cancel} render={<Button>{no}</Button>} />
            {other && <Button onClick={other.onClick}>{other.label}</Button>}
            <Button look={look} aria-disabled={stop !== undefined} onClick={() => stop === undefined && onYes()}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
