import { Button } from './Button.tsx'
import styles from './Dialogs.module.css'
import { Modal } from './Dialogs.tsx'
import { Form, useFault } from './Form.tsx'
import { Notice } from './Notice.tsx'

type Failure = { readonly message: string; readonly hint?: string }

type FormDialogProps = React.ComponentProps<typeof Modal> & {
  /** What the button says that sends the form. */
  submit: string
  /** `bad` where something is lost by it. */
  look?: 'go' | 'bad'
  /** What it is sent by, and how that goes. */
  task: { readonly start: () => void; readonly busy?: boolean; readonly error?: Failure | null }
  /** False while something is missing or wrong: then it cannot be sent. */
  isReady?: boolean
  /** Why it cannot be sent now, in a sentence; null where it can. */
  stop?: string | null
  /** What is wrong with the whole, in a sentence, told once somebody has tried to send it. */
  fault?: string | null
  /** Why the last try failed, in place of the task's own error. */
  error?: Failure | null
  /** Stands before *Cancel*. */
  before?: React.ReactNode
  /** What else is told there, above the error. */
  told?: React.ReactNode
}

/** What is wrong with the whole of the form around. */
function Fault({ fault }: { fault: string | null }) {
  const told = useFault(fault)
  return told !== null && <Notice tone="bad" message={told} />
}

/** A dialog that is one form: its fields, and in sight below them what went wrong, *Cancel*, and what sends it. */
export function FormDialog(props: FormDialogProps) {
  const { submit, look = 'go', task, isReady = true, stop = null, error = task.error, ...more } = props
  const { before, fault = null, told, children, ...modal } = more
  const canSend = isReady && stop === null
  return (
    <Modal {...modal}>
      <Form isTall onSubmit={() => canSend && task.start()}>
        {children}
        <div role="alert">
          <Fault fault={fault} />
          {told}
          {error && <Notice tone="bad" message={error.message} hint={error.hint} />}
        </div>
        <div className={styles.actions}>
          {stop && <p className={styles.stop}>{stop}</p>}
          {before}
          <Button onClick={modal.onClose}>Cancel</Button>
          <Button type="submit" look={look} aria-disabled={!canSend || task.busy === true}>
            {submit}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
