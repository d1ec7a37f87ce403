import type { Result } from '../../../shared/result.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { useForm } from './use-form.ts'

type RenameDialogProps = {
  title: string
  /** Of its field. */
  label: string
  /** In characters. */
  maxLength: number
  /** The name that it has; nothing is sent for the same one. */
  name: string
  rename: (name: string) => Promise<Result<null>>
  onClose: () => void
  /** Gets the focus when the dialog closes. */
  finalFocus?: React.RefObject<HTMLElement | null>
}

/** Asks for another name. */
export function RenameDialog({ label, maxLength, name: former, rename, onClose, ...dialog }: RenameDialogProps) {
  const { input, submit, busy, error } = useForm({
    first: { name: former },
    faults: ({ name }) => ({ name: name === '' ? 'Type a name.' : null }),
    refusedField: () => 'name',
    async send({ name }) {
      if (name !== former) return rename(name)
      onClose()
      return { ok: true, value: null }
    },
  })
  return (
    <Modal onClose={onClose} {...dialog}>
      <Form onSubmit={submit}>
        <Field label={label} maxLength={maxLength} onFocus={(event) => event.target.select()} {...input('name')} />
        <FormEnd submit="Rename" isDisabled={busy} error={error} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
