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

/** What lies over the page: its title, what is said below it, and what is in it. */
function Framed({ title, lead, wide = false, children, ...focus }: Omit<ModalProps, 'onClose'>) {
  useCounted('dialogs')
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className={styles.backdrop} />
      <Dialog.Popup className={styles.dialog} data-stack="s4" data-wide={wide || undefined} {...focus}>
        <Dialog.Title className={styles.title}>{title}</Dialog.Title>
        {lead && <Lead>{lead}</Lead>}
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  )
}

/** A dialog that can be closed at any time: by Escape, the cross, or a click beside it. It is open while mounted. */
export function Modal({ onClose, children, ...framed }: ModalProps) {
  useCounted('forms')
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Framed {...framed}>
        {children}
        <Dialog.Close render={<IconButton icon="close" label="Close" className={styles.close} />} />
      </Framed>
    </Dialog.Root>
  )
}

type QuestionProps = Pick<ModalProps, 'title' | 'finalFocus' | 'onClose'> & {
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
  children?: React.ReactNode
}

/** A question that needs an answer. Cancel has the focus, so that Enter does no harm. */
export function Question({ children, title, text, onClose, finalFocus, ...answers }: QuestionProps) {
  const { yes, no = 'Cancel', look, onYes, stop, other } = answers
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <Framed title={title} lead={text} initialFocus={cancel} {...(finalFocus && { finalFocus })}>
        {children}
        <div className={styles.actions}>
          <AlertDialog.Close ref={cancel} render={<Button>{no}</Button>} />
          {other && <Button onClick={other.onClick}>{other.label}</Button>}
          <Button look={look} aria-disabled={stop !== undefined} onClick={() => stop === undefined && onYes()}>
            {yes}
          </Button>
        </div>
      </Framed>
    </AlertDialog.Root>
  )
}
