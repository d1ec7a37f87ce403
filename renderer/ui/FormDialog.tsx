import { Modal } from './Dialogs.tsx'
import { Form, FormEnd } from './Form.tsx'

type FormDialogProps = React.ComponentProps<typeof Modal> &
  Pick<React.ComponentProps<typeof FormEnd>, 'submit' | 'look' | 'stop' | 'error'> & {
    /** What it is sent by, and how that goes; its error is shown at the end, unless another `error` is given. */
    task: {
      readonly start: () => void
      readonly busy?: boolean
      readonly error?: React.ComponentProps<typeof FormEnd>['error']
    }
    /** False while something is missing or wrong: then it cannot be sent. */
    isReady?: boolean
    /** Called with the form whenever somebody tries to send it, in place of the task where it is ready. */
    onSubmit?: (form: HTMLFormElement) => void
    /** What else is told at its end. */
    told?: React.ReactNode
  }

/** A dialog that is one form: its fields, and in sight below them what went wrong, *Cancel*, and what sends it. */
export function FormDialog(props: FormDialogProps) {
  const {
    task,
    submit,
    look = 'go',
    stop = null,
    error = task.error ?? null,
    isReady = true,
    onSubmit,
    told,
    children,
    ...modal
  } = props
  const canSend = isReady && stop === null
  return (
    <Modal {...modal}>
      <Form isTall onSubmit={onSubmit ?? (() => canSend && task.start())}>
        {children}
        <FormEnd
          {...{ submit, look, stop, error }}
          isDisabled={!canSend || task.busy === true}
          onCancel={modal.onClose}
        >
          {told}
        </FormEnd>
      </Form>
    </Modal>
  )
}
